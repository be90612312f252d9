-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "DraftRevision" ADD COLUMN     "name" TEXT,
ADD COLUMN     "redoTo" INTEGER,
ADD COLUMN     "touched" TEXT[],
ADD COLUMN     "undoTo" INTEGER;

-- CreateIndex
CREATE INDEX "Draft_deletedAt_idx" ON "Draft"("deletedAt");

-- Until now every revision was a step of its own.
UPDATE "DraftRevision" SET "undoTo" = "number" - 1 WHERE "number" > 1;

UPDATE "DraftRevision" AS r SET "touched" = ARRAY(
    SELECT CASE WHEN b."path" IS NULL THEN '+' || a."path" WHEN a."path" IS NULL THEN '-' || b."path" ELSE '~' || a."path" END
    FROM (SELECT "path", "blobHash" FROM "DraftRevisionFile" WHERE "draftId" = r."draftId" AND "number" = r."number") AS a
    FULL JOIN (SELECT "path", "blobHash" FROM "DraftRevisionFile" WHERE "draftId" = r."draftId" AND "number" = r."number" - 1) AS b
    ON a."path" = b."path"
    WHERE a."blobHash" IS DISTINCT FROM b."blobHash"
    ORDER BY 1
) || CASE WHEN r."aml" IS DISTINCT FROM coalesce((
    SELECT p."aml" FROM "DraftRevision" AS p WHERE p."draftId" = r."draftId" AND p."number" = r."number" - 1
), '') THEN ARRAY['~model.aml'] ELSE ARRAY[]::TEXT[] END;
