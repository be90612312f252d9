import type { Ir } from '@platform/aml-compiler';

const KB = 1024;

/**
 * What a live space takes of the process's memory, in bytes. An estimate, since V8 cannot tell what belongs to whom:
 * a base and a share of each field, as `test/bench/live-apps.ts` measures them (docs/performance.md).
 */
export function spaceCost(ir: Ir, parts: { readonly client: boolean; readonly schemas: number }): number {
  const fields = ir.models.reduce((sum, model) => sum + model.fields.length, 0);
  const opened = (20 + fields) * KB;
  const client = parts.client ? (60 + 8 * fields) * KB : 0;
  return opened + client + parts.schemas * (320 + 18 * fields) * KB;
}
