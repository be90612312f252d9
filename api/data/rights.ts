import type { RuleOperation } from '@platform/aml-compiler';
import { ApiError } from '../errors.ts';
import type { Caller } from './asker.ts';
import type { ModelInfo } from './model-info.ts';

const WORDS: Readonly<Record<RuleOperation, string>> = {
  read: 'be read',
  create: 'be added',
  update: 'be changed',
  delete: 'be deleted',
};

export function hasRight(model: ModelInfo, operation: RuleOperation, caller: Caller): boolean {
  return caller === 'owner' || model.ir.rules[operation] === 'anyone';
}

/**
 * The rules of `@@allow`, asked before the database is (design 6).
 * @throws ApiError forbidden
 */
export function requireRight(model: ModelInfo, operation: RuleOperation, caller: Caller): void {
  if (!hasRight(model, operation, caller)) {
    throw new ApiError(
      'forbidden',
      `Rows of ${model.ir.name} can ${WORDS[operation]} by the app's owner only.`,
    );
  }
}
