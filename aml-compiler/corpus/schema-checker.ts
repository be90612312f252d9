import { Ajv2020 } from 'ajv/dist/2020.js';

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** Checks values against a document of schemas, by JSON pointer; says what is wrong, or null. */
export function schemaChecker(document: object): (pointer: string, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': isDate, email: true, uri: true } });
  ajv.addSchema({ $id: 'document', ...document });
  return (pointer, value) => {
    const check = ajv.getSchema(`document#${pointer}`);
    if (!check) throw new Error(`The document has no ${pointer}.`);
    return check(value) === true ? null : ajv.errorsText(check.errors);
  };
}
