import {
  DataTable,
  Edit,
  FileField,
  FileInput,
  List,
  Pagination,
  ReferenceManyField,
  SearchInput,
  SimpleForm,
  TextInput,
} from 'react-admin';

export const UserList = () => (
  <List filters={[<SearchInput key="search" source="q" alwaysOn />]} exporter={false}>
    <DataTable bulkActionButtons={false}>
      <DataTable.Col source="name" />
      <DataTable.Col source="email" />
    </DataTable>
  </List>
);

/** A record contains the path of a file, and the input needs an object. */
const fileOf = (value: unknown) =>
  typeof value === 'string' ? { src: value, title: value.split('/').at(-1) } : value;

export const UserEdit = () => (
  <Edit mutationMode="pessimistic">
    <SimpleForm>
      <TextInput source="name" />
      <FileInput source="avatar" format={fileOf} accept={{ 'image/*': [] }}>
        <FileField source="src" title="title" />
      </FileInput>
    </SimpleForm>
    <ReferenceManyField
      reference="posts"
      target="user_id"
      sort={{ field: 'title', order: 'ASC' }}
      perPage={10}
      pagination={<Pagination />}
      // The service does not count the posts, which is faster.
      queryOptions={{ meta: { count: 'none' } }}
    >
      <DataTable bulkActionButtons={false}>
        <DataTable.Col source="title" />
        <DataTable.Col source="status" />
      </DataTable>
    </ReferenceManyField>
  </Edit>
);
