import { graphql } from '#lib/gql/index.ts';

/** The models of a space with their fields, how many rows each has, its quotas, and what its owner should look at. */
export const dataSpaceDocument = graphql(`
  query DataSpace($place: DataPlaceInput!) {
    dataSpace(place: $place) {
      models {
        name
        doc
        primaryKey
        count
        fields {
          name
          doc
          kind
          type
          list
          optional
          required
          creatable
          changeable
          unique
          default
          enumValues
          operators
          fields
          references
        }
      }
      quotas {
        rows
        rowLimit
        visitorRowsToday
        visitorRowsPerDay
      }
      health {
        code
        severity
        model
        fields
        sentence
        aml
      }
    }
  }
`);

export const dataRowsDocument = graphql(`
  query DataRows(
    $place: DataPlaceInput!
    $model: String!
    $where: JSON
    $orderBy: JSON
    $limit: Int
    $offset: Int
  ) {
    dataSpace(place: $place) {
      model(name: $model) {
        name
        count
        rows(where: $where, orderBy: $orderBy, limit: $limit, offset: $offset) {
          rows
          total
        }
      }
    }
  }
`);

export const dataRowDocument = graphql(`
  query DataRow($place: DataPlaceInput!, $model: String!, $key: JSON!) {
    dataSpace(place: $place) {
      model(name: $model) {
        name
        row(key: $key)
      }
    }
  }
`);

export const deleteEffectsDocument = graphql(`
  query DataDeleteEffects($place: DataPlaceInput!, $model: String!, $keys: [JSON!]!) {
    dataSpace(place: $place) {
      model(name: $model) {
        name
        deleteEffects(keys: $keys) {
          model
          relation
          action
          rows
        }
      }
    }
  }
`);

export const insertRowDocument = graphql(`
  mutation DataInsertRow($input: InsertDataRowInput!) {
    insertDataRow(input: $input) {
      row
    }
  }
`);

export const updateRowDocument = graphql(`
  mutation DataUpdateRow($input: UpdateDataRowInput!) {
    updateDataRow(input: $input) {
      row
    }
  }
`);

export const deleteRowsDocument = graphql(`
  mutation DataDeleteRows($input: DeleteDataRowsInput!) {
    deleteDataRows(input: $input) {
      rows
    }
  }
`);

export const restoreRowsDocument = graphql(`
  mutation DataRestoreRows($input: RestoreDataRowsInput!) {
    restoreDataRows(input: $input) {
      restored
    }
  }
`);
