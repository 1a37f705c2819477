import { methods, type Operation, type Parameter, type PathItem, type Paths } from '../open-api.js';
import { parameterRef } from '../components.js';
import { refusals } from '../errors.js';

/** The header that names the account with whose rights a request reads. */
export const VIEW_AS = 'View-As';

const component = 'api.view-as';

/** The header as a component. */
export const viewAsParameter: Readonly<Record<string, Parameter>> = {
  [component]: {
    name: VIEW_AS,
    in: 'header',
    description:
      'The key of an account: the response is the one that this account receives. For callers that the deployment allows to.',
    required: false,
    schema: { type: 'string' },
  },
};

/**
 * Adds the header to all reads that need a token, and its errors to all operations. @contract C2.9
 */
export const withViewAs = (paths: Paths): Paths =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, withHeader(item)]));

function withHeader(item: PathItem): PathItem {
  const described = methods.flatMap((method) => {
    const operation = item[method];
    return operation ? [[method, describe(operation, method === 'get')] as const] : [];
  });
  return { ...item, ...Object.fromEntries(described) };
}

function describe(operation: Operation, isRead: boolean): Operation {
  const isPublic = operation.security?.length === 0;
  if (isPublic && isRead) return operation;
  const { parameters = [], responses } = operation;
  return {
    ...operation,
    ...(isRead && { parameters: [...parameters, parameterRef(component)] }),
    responses: { ...responses, ...refusals([403]) },
  };
}
