import SchemaBuilder from '@pothos/core';
import type { ScalarName } from './pothos-scalar-name.ts';
import type {
  ArgumentRef,
  EnumRef,
  ImplementableInterfaceRef,
  ImplementableObjectRef,
  InputFieldRef,
  InputRef,
} from '@pothos/core';

/** A row of an app's table as the resolvers know it; its members are those that were asked for. */
export type AppRow = Readonly<Record<string, unknown>>;

/** The context is the data plane's own and passes through unseen. */
export interface AppSchemaTypes {
  Context: object;
  Scalars: {
    BigInt: { Input: unknown; Output: unknown };
    Decimal: { Input: unknown; Output: unknown };
    DateTime: { Input: unknown; Output: unknown };
    JSON: { Input: unknown; Output: unknown };
  };
}

type BuilderTypes = PothosSchemaTypes.ExtendDefaultTypes<AppSchemaTypes>;

export type AppBuilder = PothosSchemaTypes.SchemaBuilder<BuilderTypes>;
export type AppFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, AppRow>;
export type AppRootFieldBuilder = PothosSchemaTypes.RootFieldBuilder<BuilderTypes, object>;
export type AppInputBuilder = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;
export type AppArgBuilder = AppFieldBuilder['arg'];
export type AppInputShape = Record<string, NonNullable<unknown> | null | undefined>;
export type AppInputRef = InputRef<AppInputShape>;
export type AppInputFields = Record<
  string,
  InputFieldRef<BuilderTypes, NonNullable<unknown> | null | undefined>
>;
export type AppArgFields = Record<string, ArgumentRef<BuilderTypes, NonNullable<unknown> | null | undefined>>;
export type AppObject<Shape> = ImplementableObjectRef<BuilderTypes, Shape>;
export type AppInterface<Shape> = ImplementableInterfaceRef<BuilderTypes, Shape>;
export type AppEnum = EnumRef<BuilderTypes, string>;
/** What stands for one value of a field, in and out. */
export type AppValueType = ScalarName | AppEnum;

export function createAppBuilder(): AppBuilder {
  // Plugins of another schema in the same program add their options to this type; none of them is loaded here.
  return new SchemaBuilder<AppSchemaTypes>(
    {} as ConstructorParameters<typeof SchemaBuilder<AppSchemaTypes>>[0],
  );
}
