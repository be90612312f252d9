import type {
  ArgumentNode,
  AttributeNode,
  DocumentNode,
  EnumNode,
  EnumValueNode,
  FieldNode,
  ModelNode,
  NameNode,
  Span,
  ValueNode,
} from '../syntax/tree.ts';
import type { InnerName, LeafName } from './nodes.ts';

interface InnerNode extends Span {
  readonly name: InnerName;
  /** Its closing bracket is missing. */
  readonly isOpen: boolean;
}

export interface Outline {
  /** Enclosing nodes in the order of their starts, outer ones first. */
  readonly inner: readonly InnerNode[];
  /** What the token at an offset is, where the syntax tree says more than the token. */
  readonly roles: ReadonlyMap<number, LeafName>;
}

/** The syntax tree as the editor's tree names things. */
export function outline(document: DocumentNode): Outline {
  const sketch = new Sketch();
  const blocks = [
    ...document.models,
    ...document.enums,
    ...document.configs.map((span) => ({ kind: 'config' as const, ...span })),
  ].toSorted((a, b) => a.start - b.start);
  for (const [index, block] of blocks.entries()) {
    // While it is not closed, a block goes on to the next one: new lines are then indented as its members.
    const limit = blocks[index + 1]?.start ?? document.source.length;
    sketch.roles.set(block.start, 'Keyword');
    if (block.kind === 'config') sketch.add('Config', block);
    else sketch.block(block, limit);
  }
  return { inner: sketch.inner, roles: sketch.roles };
}

class Sketch {
  readonly inner: InnerNode[] = [];
  readonly roles = new Map<number, LeafName>();

  add(name: InnerName, { start, end }: Span, isOpen = false): void {
    this.inner.push({ name, start, end, isOpen });
  }

  block(block: ModelNode | EnumNode, limit: number): void {
    const isModel = block.kind === 'model';
    const end = block.body === null || block.body.closed ? block.end : limit;
    this.add(isModel ? 'Model' : 'Enum', { start: block.start, end });
    this.name(block.name, isModel ? 'ModelName' : 'EnumName');
    const { body } = block;
    if (body !== null)
      this.add('Block', body.closed ? body : { start: body.start, end: limit }, !body.closed);
    const members = [
      ...(isModel
        ? block.fields.map((field) => ({ start: field.start, add: () => this.field(field) }))
        : block.values.map((value) => ({ start: value.start, add: () => this.enumValue(value) }))),
      ...block.attributes.map((attribute) => ({
        start: attribute.start,
        add: () => this.attribute(attribute, 'BlockAttribute'),
      })),
    ];
    for (const member of members.toSorted((a, b) => a.start - b.start)) member.add();
  }

  private enumValue(value: EnumValueNode): void {
    this.add('EnumValue', value);
    this.name(value.name, 'ValueName');
    for (const attribute of value.attributes) this.attribute(attribute, 'Attribute');
  }

  private field(field: FieldNode): void {
    this.add('Field', field);
    this.name(field.name, 'FieldName');
    if (field.type !== null) {
      this.add('Type', field.type);
      this.name(field.type.name, 'TypeName');
    }
    for (const attribute of field.attributes) this.attribute(attribute, 'Attribute');
  }

  private attribute(attribute: AttributeNode, name: 'Attribute' | 'BlockAttribute'): void {
    this.add(name, attribute);
    this.name(attribute.name, 'AttributeName');
    if (attribute.args === null) return;
    this.add('Arguments', { start: attribute.name.end, end: attribute.end });
    this.arguments(attribute.args);
  }

  private arguments(args: readonly ArgumentNode[]): void {
    for (const argument of args) {
      this.add('Argument', argument);
      this.name(argument.name, 'ArgumentName');
      this.value(argument.value);
    }
  }

  private value(value: ValueNode): void {
    if (value.kind === 'name' && (value.text === 'true' || value.text === 'false'))
      this.roles.set(value.start, 'Boolean');
    else if (value.kind === 'array') {
      this.add('List', value);
      for (const item of value.items) this.value(item);
    } else if (value.kind === 'call') {
      this.add('Call', value);
      this.name(value.name, 'FunctionName');
      this.add('Arguments', { start: value.name.end, end: value.end });
      this.arguments(value.args);
    }
  }

  private name(name: NameNode | null, role: LeafName): void {
    if (name !== null) this.roles.set(name.start, role);
  }
}
