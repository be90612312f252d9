import type { SessionUser } from '../../accounts/session-user.ts';
import { ApiError } from '../../errors.ts';
import type { Builder } from '../../graphql/builder.ts';
import { requireSession } from '../../http/session.ts';
import type { Services } from '../../services.ts';
import type { Row } from '../rows.ts';
import type { OwnerData } from './contract.ts';
import { addDataTypes } from './graphql-types.ts';

interface Place {
  readonly home: 'APP' | 'DRAFT';
  readonly id: string;
}

/** The GraphQL face of an owner's rows: values are JSON, since each app has its own model. */
export function addOwnerData(builder: Builder): void {
  const space = addDataTypes(builder);
  const home = builder.enumType('DataHome', { values: ['APP', 'DRAFT'] as const });
  const placeInput = builder.inputType('DataPlaceInput', {
    description: 'Whose rows: those of a published app, or those of the preview of a draft.',
    fields: (t) => ({ home: t.field({ type: home }), id: t.string() }),
  });

  builder.queryFields((t) => ({
    dataSpace: t.field({
      type: space,
      description: 'The rows of an own app or draft, with an owner’s rights.',
      args: { place: t.arg({ type: placeInput }) },
      resolve: async (_root, { place }, { services, user }) => {
        const data = await findData(services, requireSession(user), place);
        return { data, ...(await data.describe()) };
      },
    }),
  }));

  const rowPayload = builder.objectRef<{ readonly row: Row }>('DataRowPayload').implement({
    fields: (t) => ({ row: t.field({ type: 'JSON', resolve: ({ row }) => row }) }),
  });
  const insertInput = builder.inputType('InsertDataRowInput', {
    fields: (t) => ({
      place: t.field({ type: placeInput }),
      model: t.string(),
      values: t.field({ type: 'JSON' }),
    }),
  });
  const updateInput = builder.inputType('UpdateDataRowInput', {
    fields: (t) => ({
      place: t.field({ type: placeInput }),
      model: t.string(),
      key: t.field({ type: 'JSON' }),
      values: t.field({ type: 'JSON', description: 'What is left out stays.' }),
    }),
  });
  builder.mutationFields((t) => ({
    insertDataRow: t.field({
      type: rowPayload,
      args: { input: t.arg({ type: insertInput }) },
      resolve: async (_root, { input }, { services, user }) => {
        const data = await findData(services, requireSession(user), input.place);
        return { row: await data.insert(input.model, asRow(input.values)) };
      },
    }),
    updateDataRow: t.field({
      type: rowPayload,
      args: { input: t.arg({ type: updateInput }) },
      resolve: async (_root, { input }, { services, user }) => {
        const data = await findData(services, requireSession(user), input.place);
        return { row: await data.update(input.model, input.key, asRow(input.values)) };
      },
    }),
  }));

  builder.relayMutationField(
    'deleteDataRows',
    {
      inputFields: (t) => ({
        place: t.field({ type: placeInput }),
        model: t.string(),
        keys: t.field({ type: ['JSON'] }),
      }),
    },
    {
      description: 'Deletes rows and what must go with them; refused where other rows need one.',
      resolve: async (_root, { input }, { services, user }) => {
        const data = await findData(services, requireSession(user), input.place);
        return { rows: await data.remove(input.model, input.keys) };
      },
    },
    {
      outputFields: (t) => ({
        rows: t.field({
          type: ['JSON'],
          description: 'The deleted rows as they were, for `restoreDataRows`.',
          resolve: ({ rows }) => [...rows],
        }),
      }),
    },
  );

  builder.relayMutationField(
    'restoreDataRows',
    {
      inputFields: (t) => ({
        place: t.field({ type: placeInput }),
        model: t.string(),
        rows: t.field({ type: ['JSON'] }),
      }),
    },
    {
      description: 'Puts deleted rows back with their keys and times.',
      resolve: async (_root, { input }, { services, user }) => {
        const data = await findData(services, requireSession(user), input.place);
        return { restored: await data.restore(input.model, input.rows.map(asRow)) };
      },
    },
    { outputFields: (t) => ({ restored: t.exposeInt('restored') }) },
  );
}

async function findData(services: Services, user: SessionUser, { home, id }: Place): Promise<OwnerData> {
  const owner = home === 'APP' ? services.market : services.drafts;
  return services.data.owner(await owner.ownSpace(user, id));
}

function asRow(value: unknown): Row {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Row;
  throw new ApiError('invalid_request', 'values: must be a JSON object of fields.');
}
