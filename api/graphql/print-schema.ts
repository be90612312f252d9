import { PrismaPg } from '@prisma/adapter-pg';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { PrismaClient } from '../db/generated/client.ts';
import { createSchema } from './schema.ts';

/** The platform's schema as text. The client is never connected: only its model is read. */
export function printPlatformSchema(): string {
  const prisma = new PrismaClient({ adapter: new PrismaPg({}) });
  return `${printSchema(lexicographicSortSchema(createSchema(prisma)))}\n`;
}
