import {
  AutocompleteInput,
  BulkDeleteButton,
  BulkUpdateButton,
  Create,
  CreateButton,
  DataTable,
  DateField,
  DateInput,
  Edit,
  FilterButton,
  List,
  ReferenceArrayInput,
  ReferenceInput,
  ReferenceManyField,
  SearchInput,
  SelectInput,
  SimpleForm,
  TextInput,
  TopToolbar,
} from 'react-admin';
import { ExportButton } from './export-button.js';

const states = ['draft', 'published', 'archived'];

const filters = [
  <SearchInput key="search" source="q" alwaysOn />,
  <SelectInput key="status" source="status" choices={states} />,
  <ReferenceInput key="author" source="user_id" reference="users" label="Author">
    <AutocompleteInput label="Author" />
  </ReferenceInput>,
  // A filter of an operator: { published_at: { gte: ... } }.
  <DateInput key="since" source="published_at.gte" label="Published since" />,
];

const ListActions = () => (
  <TopToolbar>
    <FilterButton />
    <CreateButton />
    <ExportButton />
  </TopToolbar>
);

const BulkActions = () => (
  <>
    <BulkUpdateButton label="Archive" data={{ status: 'archived' }} mutationMode="pessimistic" />
    <BulkDeleteButton mutationMode="pessimistic" />
  </>
);

export const PostList = () => (
  <List
    filters={filters}
    actions={<ListActions />}
    sort={{ field: 'created_at', order: 'DESC' }}
    queryOptions={{ meta: { include: ['user'] } }}
  >
    <DataTable bulkActionButtons={<BulkActions />}>
      <DataTable.Col source="title" />
      <DataTable.Col source="status" />
      <DataTable.Col source="user.name" label="Author" />
      <DataTable.Col source="published_at" field={DateField} />
    </DataTable>
  </List>
);

const PostForm = () => (
  <SimpleForm>
    <TextInput source="title" />
    <TextInput source="description" multiline />
    <SelectInput source="status" choices={states} />
    <ReferenceInput source="user_id" reference="users">
      <AutocompleteInput label="Author" />
    </ReferenceInput>
    <ReferenceArrayInput source="tags" reference="tags" />
  </SimpleForm>
);

export const PostCreate = () => (
  <Create redirect="list">
    <PostForm />
  </Create>
);

export const PostEdit = () => (
  <Edit mutationMode="pessimistic">
    <PostForm />
    <ReferenceManyField reference="comments" target="posts.comments">
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="comment" disableSort />
      </DataTable>
    </ReferenceManyField>
  </Edit>
);
