import type { GraphQLResolveInfo } from 'graphql';
import type { IrModel, IrRelationField, RuleOperation } from '../ir.ts';
import type { AppRow } from './pothos-builder.ts';

export type AppArgs = Readonly<Record<string, unknown>>;

/** A page of rows; the members are asked for one by one, so that only what a query selects is fetched. */
export interface AppPage {
  readonly nodes: readonly AppRow[];
  edges(): readonly AppEdge[];
  pageInfo(): AppPageInfo;
  totalCount(): Promise<number>;
}

export interface AppPageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
  readonly endCursor: string | null;
}

export interface AppEdge {
  readonly cursor: string;
  readonly node: AppRow;
}

/** One event of a subscription; its row is there, or what ended the subscription is thrown. */
export interface CreatedEvent {
  row(): AppRow;
}

export type Resolved<T> = T | Promise<T>;

/**
 * What a generated schema does not know itself: where rows come from. Given from outside, so that the types are
 * pure functions of the IR. Each function gets the resolve info, to fetch no more than the query selects.
 */
export interface AppResolvers {
  one(model: IrModel, args: AppArgs, info: GraphQLResolveInfo, context: object): Resolved<AppRow | null>;
  page(model: IrModel, args: AppArgs, info: GraphQLResolveInfo, context: object): Resolved<AppPage>;
  relatedOne(model: IrModel, relation: IrRelationField, row: AppRow): Resolved<AppRow | null>;
  relatedPage(
    model: IrModel,
    relation: IrRelationField,
    row: AppRow,
    args: AppArgs,
    info: GraphQLResolveInfo,
    context: object,
  ): Resolved<AppPage>;
  aggregate(model: IrModel, args: AppArgs, info: GraphQLResolveInfo, context: object): Resolved<AppRow>;
  groupBy(
    model: IrModel,
    args: AppArgs,
    info: GraphQLResolveInfo,
    context: object,
  ): Resolved<readonly AppRow[]>;
  create(model: IrModel, data: AppArgs, info: GraphQLResolveInfo, context: object): Promise<AppRow>;
  update(
    model: IrModel,
    key: AppArgs,
    data: AppArgs,
    info: GraphQLResolveInfo,
    context: object,
  ): Promise<AppRow>;
  delete(model: IrModel, key: AppArgs, info: GraphQLResolveInfo, context: object): Promise<AppRow>;
  /** The rows that are created from now on; each event's row is asked for when it is sent. */
  created(
    model: IrModel,
    args: AppArgs,
    info: GraphQLResolveInfo,
    context: object,
  ): Promise<AsyncIterable<CreatedEvent>>;
  /** The Relay global id of a row, and the row behind one; `model` tells which type the row has. */
  nodeId(model: IrModel, row: AppRow): string;
  node(
    nodeId: string,
    info: GraphQLResolveInfo,
    context: object,
  ): Resolved<{ model: IrModel; row: AppRow } | null>;
}

/** What the schema is for: operations that are not allowed have no field in it. */
export interface AppRights {
  may(model: IrModel, operation: RuleOperation): boolean;
}

/** Limits that the schema's descriptions name. */
export interface AppPageLimits {
  readonly defaultFirst: number;
  readonly maxFirst: number;
  readonly defaultGroups: number;
  readonly maxGroups: number;
}
