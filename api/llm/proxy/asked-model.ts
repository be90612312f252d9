import { MODEL, type Provider } from '../providers.ts';
import { checkModelName } from './request-body.ts';

/** The model that Google's own dialect has in the path. */
export function modelInPath(path: string): string | null {
  return /^v1(?:beta)?\/models\/([^:/]+):/.exec(path)?.[1] ?? null;
}

/**
 * The models that the body may name; null: any, or none in it, since the path has it.
 * @throws ApiError invalid_request for a model in the path that is not on the list
 */
export function allowedModels(
  provider: Pick<Provider, 'onlyListedModels' | 'models'>,
  named: string | null,
): readonly string[] | null {
  if (!provider.onlyListedModels) return null;
  if (named === null) return provider.models;
  checkModelName(named, provider.models);
  return null;
}

/** The name under which a model is counted. */
export function countedModel(model: string | null): string {
  return model !== null && MODEL.test(model) ? model : '';
}
