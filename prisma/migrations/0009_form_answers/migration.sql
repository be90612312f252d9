-- AlterTable
ALTER TABLE "Project" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "webhookSecret" TEXT;

-- CreateTable
CREATE TABLE "FormNotice" (
    "projectId" TEXT NOT NULL,
    "upTo" TIMESTAMPTZ(3) NOT NULL,
    "nextAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FormNotice_pkey" PRIMARY KEY ("projectId")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "answerId" TEXT,
    "payload" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAt" TIMESTAMPTZ(3),
    "attemptedAt" TIMESTAMPTZ(3),
    "answer" INTEGER,
    "problem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "FormNotice_nextAt_idx" ON "FormNotice"("nextAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_nextAt_idx" ON "WebhookDelivery"("nextAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_projectId_createdAt_id_idx" ON "WebhookDelivery"("projectId", "createdAt" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "FormNotice" ADD CONSTRAINT "FormNotice_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Forms that were there before get their table for flagged answers.
DO $$
DECLARE
  form text;
BEGIN
  FOR form IN
    SELECT p."id" FROM "Project" p WHERE p."kind" = 'form' AND p."wipedAt" IS NULL
      AND to_regclass(format('%I', 'data_' || p."id")) IS NOT NULL
  LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I (LIKE %I INCLUDING ALL)', 'flagged_' || form, 'data_' || form);
    EXECUTE format('ALTER TABLE %I ADD COLUMN IF NOT EXISTS "_flags" text[] NOT NULL DEFAULT ''{}''', 'flagged_' || form);
  END LOOP;
END $$;
