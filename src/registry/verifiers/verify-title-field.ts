import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

/** The attribute that names a record is an attribute of the resource. @contract C17.1 */
export const verifyTitleField = eachResource(function* (draft) {
  const { titleField } = draft.options;
  if (titleField === undefined) return;
  const computed = draft.attributes.filter(({ definition }) => definition.kind === 'computed');
  const fields = draft.fields.filter(({ options }) => !options.writeOnly);
  const names = [...fields.map(({ name }) => name), ...computed.map(({ key }) => key)];
  if (!names.includes(titleField))
    yield faultAt(
      draft,
      '',
      `titleField names "${titleField}", which is not an attribute of the resource`,
      suggestName(titleField, names),
    );
});
