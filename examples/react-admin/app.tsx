import { createRoot } from 'react-dom/client';
import {
  Admin,
  BulkDeleteButton,
  BulkUpdateButton,
  ChipField,
  Create,
  Datagrid,
  Edit,
  EditButton,
  List,
  ReferenceArrayField,
  ReferenceArrayInput,
  ReferenceField,
  ReferenceManyField,
  Resource,
  SelectArrayInput,
  SelectInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  SingleFieldList,
  TextField,
  TextInput,
} from 'react-admin';
import { createApi } from '../api.js';
import { createAuthProvider } from './auth-provider.js';
import { createDataProvider } from './data-provider.js';

const api = createApi();
const dataProvider = createDataProvider(api, { posts: ['tags'] });
const authProvider = createAuthProvider(api);

const states = ['draft', 'published', 'archived'].map((id) => ({ id, name: id }));

const PostBulkActions = () => (
  <>
    <BulkUpdateButton label="Archive" data={{ status: 'archived' }} mutationMode="pessimistic" />
    <BulkDeleteButton mutationMode="pessimistic" />
  </>
);

const PostList = () => (
  <List filters={[<TextInput key="q" source="q" label="Search" alwaysOn />]} exporter={false}>
    <Datagrid rowClick="show" bulkActionButtons={<PostBulkActions />}>
      <TextField source="title" />
      <TextField source="status" />
      <ReferenceField source="user_id" reference="users" sortable={false}>
        <TextField source="name" />
      </ReferenceField>
      <EditButton />
    </Datagrid>
  </List>
);

const PostShow = () => (
  <Show>
    <SimpleShowLayout>
      <TextField source="title" />
      <TextField source="status" />
      <ReferenceArrayField source="tags" reference="tags">
        <SingleFieldList linkType={false}>
          <ChipField source="label" />
        </SingleFieldList>
      </ReferenceArrayField>
      <ReferenceManyField reference="comments" target="posts.comments">
        <Datagrid bulkActionButtons={false}>
          <TextField source="comment" />
        </Datagrid>
      </ReferenceManyField>
    </SimpleShowLayout>
  </Show>
);

const PostForm = () => (
  <SimpleForm>
    <TextInput source="title" />
    <SelectInput source="status" choices={states} />
    <ReferenceArrayInput source="tags" reference="tags" perPage={100}>
      <SelectArrayInput optionText="label" />
    </ReferenceArrayInput>
  </SimpleForm>
);

createRoot(document.getElementById('root')!).render(
  <Admin dataProvider={dataProvider} authProvider={authProvider} disableTelemetry requireAuth>
    <Resource
      name="posts"
      list={PostList}
      show={PostShow}
      create={() => (
        <Create redirect="show">
          <PostForm />
        </Create>
      )}
      edit={() => (
        <Edit redirect="show" mutationMode="pessimistic">
          <PostForm />
        </Edit>
      )}
    />
    <Resource name="users" recordRepresentation="name" />
    <Resource name="tags" recordRepresentation="label" />
  </Admin>,
);
