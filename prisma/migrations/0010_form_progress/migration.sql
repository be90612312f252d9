-- CreateTable
CREATE TABLE "FormProgress" (
    "projectId" TEXT NOT NULL,
    "mark" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "FormProgress_pkey" PRIMARY KEY ("projectId","mark")
);

-- AddForeignKey
ALTER TABLE "FormProgress" ADD CONSTRAINT "FormProgress_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
