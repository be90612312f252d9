/** The modelling language (design 5). */
export const AML = `AML describes the data of the app. It is the model and enum part of the Prisma schema language, with rules:

model Message {
  author    String   @length(1, 80)
  text      String   @length(1, 2000)
  mood      Mood     @default(HAPPY)
  createdAt DateTime @default(now())
  @@index([createdAt])
}
enum Mood { HAPPY CALM }

- Types: String Boolean Int BigInt Float Decimal DateTime Json, enums, other models; "?" for optional, "[]" for a list.
- An id (String @id @default(cuid())) is added when you leave it out. Do not add projectId, datasource, generator or @@map.
- Attributes: @id @unique @default(literal, now(), cuid(), uuid(), autoincrement()) @updatedAt @relation(fields: [...], references: [...], onDelete: Cascade) @was("oldName").
- Checks on values: @length(min, max) @email @url @regex("...") @gt @gte @lt @lte @trim @lower.
- A relation is declared on both sides: post Post @relation(fields: [postId], references: [id]) with postId String here, comments Comment[] there.
- Who may do what: @@allow(read | create | update | delete, anyone | owner). Without rules anyone may read and create; only the app's owner may update and delete. Visitors have no accounts: write @@allow(update, anyone) only where every visitor may change every row, as in a shared list.
- When you rename a field, keep its data with @was("oldName"). Removed fields are kept hidden, not dropped.`;
