-- CreateTable
CREATE TABLE "RowUse" (
    "spaceId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "inserts" INTEGER NOT NULL,
    "rows" INTEGER NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RowUse_pkey" PRIMARY KEY ("spaceId")
);
