import type { Completion } from '@codemirror/autocomplete';
import { FIELD_ATTRIBUTES, MODEL_ATTRIBUTES } from '../check/attributes.ts';
import { SORTS } from '../check/field-list.ts';
import { REFERENTIAL_ACTIONS } from '../check/relation-side.ts';
import { OPERATIONS, SUBJECTS } from '../check/rules.ts';
import type { DocumentNode, FieldNode, ModelNode } from '../syntax/tree.ts';
import { option, parameterOption } from './options.ts';
import type { Place } from './place.ts';
import { isKey, meaningOf } from './suits.ts';

type Argument = Place['what'] & { readonly kind: 'argument' };

/** Words that one parameter takes, whatever the model is. */
const WORDS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['@@allow op', OPERATIONS],
  ['@@allow who', SUBJECTS],
  ['@relation onDelete', REFERENTIAL_ACTIONS],
  ['@relation onUpdate', REFERENTIAL_ACTIONS],
]);

/** What may stand between the brackets of an attribute. */
export function argumentOptions(document: DocumentNode, place: Argument): readonly Completion[] {
  const [outer, list, call] = place.levels;
  const specs = place.mark === '@@' ? MODEL_ATTRIBUTES : FIELD_ATTRIBUTES;
  const spec = specs.get(place.attribute);
  if (spec === undefined || outer === undefined || !(place.levels.at(-1)?.isEmpty ?? false)) return [];
  const parameter = outer.argument ?? spec.parameters[outer.position]?.name ?? '';
  if (call !== undefined) return list?.bracket === '[' && takesSort(place) ? sortOptions(call.argument) : [];
  if (list !== undefined) {
    if (list.bracket !== '[') return [];
    const options =
      parameter === 'value' ? defaults(document, place.field, true) : fields(document, place, parameter);
    return options.filter(({ label }) => !list.names.includes(label));
  }
  const words =
    WORDS.get(`${place.mark}${place.attribute} ${parameter}`)?.map((word) => option(word, 'enum')) ?? [];
  const values =
    place.attribute === 'default' && outer.position === 0 ? defaults(document, place.field, false) : [];
  // Parameters that need not be given are the ones that are given by name.
  const named = spec.parameters.filter(({ name, required }) => !required && !outer.names.includes(name));
  const names = outer.argument === null ? named.map(({ name }) => parameterOption(name)) : [];
  return [...words, ...values, ...names];
}

/** Values of the field's type, and the functions that make some. */
function defaults(document: DocumentNode, field: FieldNode | null, inList: boolean): readonly Completion[] {
  const meaning = meaningOf(document, field);
  if (meaning === null || meaning.kind === 'model') return [];
  const isList = field?.type?.list === true;
  if (isList !== inList) return isList ? [option('[]', 'constant')] : [];
  if (meaning.kind === 'enum') return meaning.values.map((value) => option(value, 'enum'));
  const { spec } = meaning;
  return [
    ...(spec.name === 'Boolean' ? ['true', 'false'] : []).map((word) => option(word, 'constant')),
    ...(inList ? [] : spec.generated).map((name) => option(`${name}()`, 'function')),
  ];
}

/** Fields that may stand in this list: of this model, or of the one that a relation points to. */
function fields(document: DocumentNode, place: Argument, parameter: string): readonly Completion[] {
  const isRelation = place.mark === '@' && place.attribute === 'relation';
  if (parameter === 'references' && isRelation) {
    const target = meaningOf(document, place.field);
    return target?.kind === 'model' ? [...addedId(target.model), ...keyFields(document, target.model)] : [];
  }
  return parameter === 'fields' ? keyFields(document, place.model) : [];
}

function keyFields(document: DocumentNode, model: ModelNode): Completion[] {
  return model.fields
    .filter((field) => isKey(meaningOf(document, field), field.type?.list === true))
    .map(({ name, type, doc }) =>
      option(name.text, 'variable', {
        detail: type?.name.text ?? '',
        ...(doc === null ? {} : { info: doc }),
      }),
    );
}

/** The `id` that a model without a key of its own gets. */
function addedId(model: ModelNode): Completion[] {
  const hasKey =
    model.attributes.some(({ name }) => name.text === 'id') ||
    model.fields.some(
      ({ name, attributes }) => name.text === 'id' || attributes.some((one) => one.name.text === 'id'),
    );
  return hasKey ? [] : [option('id', 'variable', { detail: 'String' })];
}

function takesSort({ mark, attribute }: Argument): boolean {
  return mark === '@@' && MODEL_ATTRIBUTES.get(attribute)?.parameters[0]?.name === 'fields';
}

function sortOptions(argument: string | null): readonly Completion[] {
  if (argument === null) return [parameterOption('sort')];
  return argument === 'sort' ? SORTS.map((word) => option(word, 'enum')) : [];
}
