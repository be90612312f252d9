-- AlterTable
ALTER TABLE "User" ADD COLUMN     "deletedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "confirmedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "lastSeenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "EmailToken" ADD COLUMN     "name" TEXT,
ADD COLUMN     "passwordHash" TEXT;

-- CreateTable
CREATE TABLE "OAuthIdentity" (
    "id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OAuthIdentity_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderFlow" (
    "stateHash" TEXT NOT NULL,
    "browserHash" TEXT NOT NULL,
    "intent" TEXT NOT NULL,
    "codeHash" TEXT,
    "claims" JSONB,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "answeredAt" TIMESTAMPTZ(3),
    "exchangedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ProviderFlow_pkey" PRIMARY KEY ("stateHash")
);

-- CreateTable
CREATE TABLE "SignInDelay" (
    "key" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SignInDelay_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "RateBucket" (
    "key" TEXT NOT NULL,
    "freeAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RateBucket_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "OAuthIdentity_userId_idx" ON "OAuthIdentity"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "OAuthIdentity_issuer_subject_key" ON "OAuthIdentity"("issuer", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "ProviderFlow_codeHash_key" ON "ProviderFlow"("codeHash");

-- CreateIndex
CREATE INDEX "ProviderFlow_expiresAt_idx" ON "ProviderFlow"("expiresAt");

-- CreateIndex
CREATE INDEX "SignInDelay_until_idx" ON "SignInDelay"("until");

-- CreateIndex
CREATE INDEX "RateBucket_freeAt_idx" ON "RateBucket"("freeAt");

-- CreateIndex
CREATE INDEX "EmailToken_expiresAt_idx" ON "EmailToken"("expiresAt");

-- AddForeignKey
ALTER TABLE "OAuthIdentity" ADD CONSTRAINT "OAuthIdentity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
