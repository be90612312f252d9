-- AlterTable
ALTER TABLE "App" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'app';

-- AlterTable
ALTER TABLE "AppVersion" ADD COLUMN     "rendererSchemaVersion" INTEGER,
ADD COLUMN     "schemaVersion" INTEGER;

-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "appId" TEXT;

-- CreateIndex
CREATE INDEX "App_kind_createdAt_id_idx" ON "App"("kind", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "Project_appId_key" ON "Project"("appId");

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE SET NULL ON UPDATE CASCADE;
