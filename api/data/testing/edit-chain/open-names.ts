import type { AppModel } from './app-model.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  readonly was: string | null;
}

/**
 * Whether what a version means depends on what was there before it: where a `@was` of either names something that
 * stands beside its bearer in one of them. After `a @was("b")`, `b @was("a")` the version before it reads like the same
 * one with its `@was` tidied away, which must do nothing; and with them once more it is the next swap. Likewise a
 * `b @was("a")` that follows a version with both: it may rename `a`, or tell once more where `b` came from.
 */
export function isOpen(one: AppModel, other: AppModel): boolean {
  if (areOpen(one.models, other.models)) return true;
  const ids = new Set([...one.models, ...other.models].map((model) => model.id));
  return [...ids].some((id) => {
    const [first, second] = [one, other].map(
      (app) => app.models.find((model) => model.id === id)?.fields ?? [],
    );
    return areOpen(first ?? [], second ?? []);
  });
}

function areOpen(one: readonly Named[], other: readonly Named[]): boolean {
  const names = [one, other].map((list) => new Set(list.map((item) => item.name)));
  return [...one, ...other].some(
    ({ name, was }) => was !== null && names.some((declared) => declared.has(name) && declared.has(was)),
  );
}
