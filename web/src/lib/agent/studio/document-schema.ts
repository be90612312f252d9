type Json = Readonly<Record<string, unknown>>;

/**
 * The parameters of `studio_set_document`: its `document` is the content schema itself, without `$schema` and `$id`, so
 * that a model that is held to its schemas cannot write anything else (spec 4.9).
 */
export function setDocumentParams(schema: Json): Json {
  const { $schema: _schema, $id: _id, ...document } = schema;
  return {
    type: 'object',
    properties: { document },
    required: ['document'],
    additionalProperties: false,
  };
}
