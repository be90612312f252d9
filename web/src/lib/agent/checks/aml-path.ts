/** The name under which the data model appears among the files. */
export const AML_PATH = 'model.aml';
