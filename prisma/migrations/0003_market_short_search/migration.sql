-- AlterTable
ALTER TABLE "App" ADD COLUMN     "searchPairs" TEXT[];

-- Every one and two characters of the apps that are there, each once (api/market/listing.ts)
UPDATE "App" SET "searchPairs" = ARRAY(
    SELECT DISTINCT substr("searchText", place, size)
    FROM generate_series(1, length("searchText")) AS place, generate_series(1, 2) AS size
);

-- CreateIndex
CREATE INDEX "App_searchPairs_idx" ON "App" USING GIN ("searchPairs");
