import type { Verifier } from '../draft/verifier.js';
import { verifyActions } from './verify-actions.js';
import { verifyCallables } from './verify-callables.js';
import { verifyColumns } from './verify-columns.js';
import { verifyDeclarations } from './verify-declarations.js';
import { verifyDeprecations } from './verify-deprecations.js';
import { verifyEntities } from './verify-entities.js';
import { verifyFilters } from './verify-filters.js';
import { verifyForwardings } from './verify-forwardings.js';
import { verifyAbilities } from './verify-abilities.js';
import { verifyHandlerMethods } from './verify-handler-methods.js';
import { verifyImages } from './verify-images.js';
import { verifyJoins } from './verify-joins.js';
import { verifyKeyTypes } from './verify-key-types.js';
import { verifyMatches } from './verify-matches.js';
import { verifyMemberKeys } from './verify-member-keys.js';
import { verifyMemberLists } from './verify-member-lists.js';
import { verifyNeeds } from './verify-needs.js';
import { verifyOperations } from './verify-operations.js';
import { verifyOptionNames } from './verify-option-names.js';
import { verifyPayloads } from './verify-payloads.js';
import { verifyPivots } from './verify-pivots.js';
import { verifyPolicyMethods } from './verify-policy-methods.js';
import { verifyProfile } from './verify-profile.js';
import { verifyProviders } from './verify-providers.js';
import { verifyQueries } from './verify-queries.js';
import { verifyRelatedColumns } from './verify-related-columns.js';
import { verifyRelationOptions } from './verify-relation-options.js';
import { verifyResourceKeys } from './verify-resource-keys.js';
import { verifyRights } from './verify-rights.js';
import { verifyRules } from './verify-rules.js';
import { verifyScopes } from './verify-scopes.js';
import { verifySharedEntities } from './verify-shared-entities.js';
import { verifySizes } from './verify-sizes.js';
import { verifyTargets } from './verify-targets.js';
import { verifyTitleField } from './verify-title-field.js';
import { verifyToolNames } from './verify-tool-names.js';
import { verifyUndecorated } from './verify-undecorated.js';
import { verifyWith } from './verify-with.js';
import { warnPivotAbilities } from './warn-pivot-abilities.js';
import { warnPolicies } from './warn-policies.js';
import { warnShownRecords } from './warn-shown-records.js';
import { warnUniqueJoins } from './warn-unique-joins.js';
import { warnUnsetColumns } from './warn-unset-columns.js';
import { warnUnsetPivots } from './warn-unset-pivots.js';

/** Every rule that definitions are held against, in the order of the report. */
export const verifiers: readonly Verifier[] = [
  verifyDeclarations,
  verifyOptionNames,
  verifyEntities,
  verifyResourceKeys,
  verifyProfile,
  verifySizes,
  verifyMemberKeys,
  verifyMemberLists,
  verifyUndecorated,
  verifyColumns,
  verifyRules,
  verifyRights,
  verifyDeprecations,
  verifyImages,
  verifyMatches,
  verifyQueries,
  verifyTargets,
  verifyJoins,
  verifyKeyTypes,
  verifySharedEntities,
  verifyRelationOptions,
  verifyWith,
  verifyTitleField,
  verifyRelatedColumns,
  verifyPivots,
  verifyForwardings,
  verifyCallables,
  verifyNeeds,
  verifyPolicyMethods,
  verifyAbilities,
  verifyScopes,
  verifyActions,
  verifyHandlerMethods,
  verifyOperations,
  verifyPayloads,
  verifyFilters,
  verifyToolNames,
  verifyProviders,
  warnPolicies,
  warnShownRecords,
  warnUniqueJoins,
  warnPivotAbilities,
  warnUnsetColumns,
  warnUnsetPivots,
];
