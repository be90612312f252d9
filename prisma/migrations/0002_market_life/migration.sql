-- AlterTable
ALTER TABLE "App" ADD COLUMN     "forkCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "forkedFromVersion" INTEGER,
ADD COLUMN     "previewRef" TEXT,
ADD COLUMN     "takenDownAt" TIMESTAMPTZ(3),
ADD COLUMN     "takenDownReason" TEXT;

-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "forkedFromVersion" INTEGER;

-- CreateTable
CREATE TABLE "AppVersion" (
    "appId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "aml" TEXT NOT NULL,
    "tags" TEXT[],
    "size" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AppVersion_pkey" PRIMARY KEY ("appId","number")
);

-- CreateTable
CREATE TABLE "AppVersionFile" (
    "appId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "blobHash" TEXT NOT NULL,

    CONSTRAINT "AppVersionFile_pkey" PRIMARY KEY ("appId","number","path")
);

-- CreateTable
CREATE TABLE "AppReport" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "reporterId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "appVersion" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AppReport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ModerationAction" (
    "id" TEXT NOT NULL,
    "appId" TEXT NOT NULL,
    "adminId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ModerationAction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AppVersionFile_blobHash_idx" ON "AppVersionFile"("blobHash");

-- CreateIndex
CREATE INDEX "AppReport_closedAt_createdAt_idx" ON "AppReport"("closedAt", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "AppReport_appId_reporterId_key" ON "AppReport"("appId", "reporterId");

-- CreateIndex
CREATE INDEX "ModerationAction_appId_createdAt_idx" ON "ModerationAction"("appId", "createdAt" DESC);

-- CreateIndex
CREATE INDEX "App_updatedAt_id_idx" ON "App"("updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "App_forkCount_createdAt_id_idx" ON "App"("forkCount" DESC, "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "App_tags_idx" ON "App" USING GIN ("tags");

-- AddForeignKey
ALTER TABLE "AppVersion" ADD CONSTRAINT "AppVersion_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppVersionFile" ADD CONSTRAINT "AppVersionFile_appId_number_fkey" FOREIGN KEY ("appId", "number") REFERENCES "AppVersion"("appId", "number") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppVersionFile" ADD CONSTRAINT "AppVersionFile_blobHash_fkey" FOREIGN KEY ("blobHash") REFERENCES "Blob"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppReport" ADD CONSTRAINT "AppReport_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AppReport" ADD CONSTRAINT "AppReport_reporterId_fkey" FOREIGN KEY ("reporterId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModerationAction" ADD CONSTRAINT "ModerationAction_appId_fkey" FOREIGN KEY ("appId") REFERENCES "App"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ModerationAction" ADD CONSTRAINT "ModerationAction_adminId_fkey" FOREIGN KEY ("adminId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was published before versions were kept is the first one that is known.
INSERT INTO "AppVersion" ("appId", "number", "name", "description", "aml", "tags", "size", "createdAt")
SELECT "id", "version", "name", "description", "aml", "tags", "size", "updatedAt" FROM "App" WHERE "wipedAt" IS NULL;

INSERT INTO "AppVersionFile" ("appId", "number", "path", "blobHash")
SELECT "appId", "version", "path", "blobHash" FROM "AppFile" JOIN "App" ON "App"."id" = "appId" WHERE "wipedAt" IS NULL;

UPDATE "App" SET "forkCount" = (
  SELECT count(*) FROM "App" fork WHERE fork."forkedFromId" = "App"."id" AND fork."deletedAt" IS NULL
);

UPDATE "App" SET "previewRef" = CASE
  WHEN "preview" LIKE 'data:%' THEN encode(sha256(convert_to("preview", 'UTF8')), 'hex') ELSE "preview" END;
