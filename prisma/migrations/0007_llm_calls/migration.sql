-- AlterTable
ALTER TABLE "LlmUsage" DROP CONSTRAINT "LlmUsage_pkey",
DROP COLUMN "reservedTokens",
ADD COLUMN     "model" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "LlmUsage_pkey" PRIMARY KEY ("userId", "day", "provider", "model");

-- CreateTable
CREATE TABLE "LlmCall" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "provider" TEXT NOT NULL,
    "reservedTokens" BIGINT NOT NULL DEFAULT 0,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LlmCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LlmCall_userId_idx" ON "LlmCall"("userId");

-- CreateIndex
CREATE INDEX "LlmCall_expiresAt_idx" ON "LlmCall"("expiresAt");
