-- AlterTable
ALTER TABLE "Draft" ADD COLUMN     "publishedRevision" INTEGER,
ADD COLUMN     "publishedVersion" INTEGER;
