/* eslint-disable -- a generated file follows no style guide */
// Written by `resource-api client` from the OpenAPI document of the service. Do not edit it.
// To write it again: npx resource-api client --out <this file>, with --from for a running service or a document.
import {
  createClient,
  queriesOf,
  type AnyData,
  type ApiFacts,
  type ApiOptions,
  type ApiQueries,
  type Many,
  type ManyToMany,
  type One,
  type OrderedMatch,
  type ProfileApi,
  type ResourceClients,
  type RunsApi,
  type SessionApi,
  type TextMatch,
  type UndoApi,
  type UntypedApi,
} from 'resource-api/client';

/** The resources of the service: The publishing house. */
export interface Resources {
  readonly users: {
    readonly attributes: {
      readonly name: string;
      readonly email: string;
      readonly age: number | null;
      /** Path of the stored image. */
      readonly avatar: string | null;
      readonly preferences: unknown;
      readonly company_id: string | null;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly name: string;
      /** May be refused: This is not an e-mail address. The email has already been taken. */
      readonly email: string;
      readonly age?: number | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly avatar?: string | null | Blob;
      /** May be refused: The preferences field must be valid JSON. The preferences field must not be longer than 4000 characters as JSON. */
      readonly preferences?:
        { readonly [name: string]: unknown } | readonly unknown[] | string | null;
      /** Ignored, unless the caller may write it. */
      readonly company_id?: string | null;
      /** Another name of `company_id`; if both are sent, they must agree. */
      readonly company?: string | null;
      readonly password: string;
      /** May be refused: The current_password field is required when password is given. The password is incorrect. */
      readonly current_password?: string | null;
    };
    readonly update: {
      readonly name: string;
      /** May be refused: This is not an e-mail address. The email has already been taken. */
      readonly email: string;
      readonly age?: number | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly avatar?: string | null;
      /** May be refused: The preferences field must be valid JSON. The preferences field must not be longer than 4000 characters as JSON. */
      readonly preferences?:
        { readonly [name: string]: unknown } | readonly unknown[] | string | null;
      /** Ignored, unless the caller may write it. */
      readonly company_id?: string | null;
      /** Another name of `company_id`; if both are sent, they must agree. */
      readonly company?: string | null;
      readonly password?: string;
      /** May be refused: The current_password field is required when password is given. The password is incorrect. */
      readonly current_password?: string | null;
    };
    readonly patch: {
      readonly name?: string;
      /** May be refused: This is not an e-mail address. The email has already been taken. */
      readonly email?: string;
      readonly age?: number | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly avatar?: string | null | Blob;
      /** May be refused: The preferences field must be valid JSON. The preferences field must not be longer than 4000 characters as JSON. */
      readonly preferences?:
        { readonly [name: string]: unknown } | readonly unknown[] | string | null;
      /** Ignored, unless the caller may write it. */
      readonly company_id?: string | null;
      /** Another name of `company_id`; if both are sent, they must agree. */
      readonly company?: string | null;
      readonly password?: string;
      /** May be refused: The current_password field is required when password is given. The password is incorrect. */
      readonly current_password?: string | null;
    };
    readonly relations: {
      readonly company: One<'companies'>;
      readonly phone: One<'phones'>;
      readonly posts: Many<'posts'>;
      readonly roles: ManyToMany<
        'roles',
        {
          readonly policy: 'read' | 'write' | 'own' | null;
          readonly active: boolean | null;
        },
        {
          readonly policy?: 'read' | 'write' | 'own' | null;
          readonly active?: boolean | null;
        }
      >;
      readonly image: One<'images'>;
      readonly logs: Many<'action_logs'>;
      readonly stats: AnyData;
      readonly headline: AnyData;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
      readonly name: TextMatch;
      readonly email: TextMatch;
      readonly age: OrderedMatch<number>;
      readonly company_id: TextMatch;
    };
    readonly sorts: 'id' | 'name' | 'email' | 'age' | 'created_at' | 'phone.number';
    readonly filters: {
      readonly 'min-posts': number;
    };
    readonly search: string;
    readonly collectionActions: {
      readonly 'deactivate-users': {
        readonly body: {
          /** Up to 1000 keys of records, counting each once; or `all` records that match the query. */
          readonly repositories: readonly (string | number)[] | 'all';
        };
        readonly result: {
          readonly message: string;
          readonly deactivated: number;
        };
      };
    };
    readonly recordActions: {
      readonly 'deactivate-users': {
        readonly body: unknown;
        readonly result: {
          readonly message: string;
          readonly deactivated: number;
        };
      };
      readonly 'reactivate-user': {
        readonly body: unknown;
        readonly result: {
          readonly message: string;
        };
      };
    };
  };
  readonly companies: {
    readonly attributes: {
      readonly name: string;
      readonly country:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW'
        | null;
      /** Path of the stored image. */
      readonly logo: string | null;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      /** May be refused: The name has already been taken. */
      readonly name: string;
      readonly country?:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW'
        | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly logo?: string | null | Blob;
    };
    readonly update: {
      /** May be refused: The name has already been taken. */
      readonly name: string;
      readonly country?:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW'
        | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly logo?: string | null;
    };
    readonly patch: {
      /** May be refused: The name has already been taken. */
      readonly name?: string;
      readonly country?:
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW'
        | null;
      /** The current path, which changes nothing, or null, which removes the image. */
      readonly logo?: string | null | Blob;
    };
    readonly relations: {
      readonly users: Many<'users', 'name' | 'email'>;
      readonly tags: ManyToMany<'tags', null, { readonly [name: string]: unknown }>;
      readonly partners: ManyToMany<'companies', null, { readonly [name: string]: unknown }>;
      readonly logs: ManyToMany<'action_logs', null, { readonly [name: string]: unknown }>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: TextMatch;
      readonly name: TextMatch;
      readonly country: TextMatch<
        | 'AD'
        | 'AE'
        | 'AF'
        | 'AG'
        | 'AI'
        | 'AL'
        | 'AM'
        | 'AO'
        | 'AQ'
        | 'AR'
        | 'AS'
        | 'AT'
        | 'AU'
        | 'AW'
        | 'AX'
        | 'AZ'
        | 'BA'
        | 'BB'
        | 'BD'
        | 'BE'
        | 'BF'
        | 'BG'
        | 'BH'
        | 'BI'
        | 'BJ'
        | 'BL'
        | 'BM'
        | 'BN'
        | 'BO'
        | 'BQ'
        | 'BR'
        | 'BS'
        | 'BT'
        | 'BV'
        | 'BW'
        | 'BY'
        | 'BZ'
        | 'CA'
        | 'CC'
        | 'CD'
        | 'CF'
        | 'CG'
        | 'CH'
        | 'CI'
        | 'CK'
        | 'CL'
        | 'CM'
        | 'CN'
        | 'CO'
        | 'CR'
        | 'CU'
        | 'CV'
        | 'CW'
        | 'CX'
        | 'CY'
        | 'CZ'
        | 'DE'
        | 'DJ'
        | 'DK'
        | 'DM'
        | 'DO'
        | 'DZ'
        | 'EC'
        | 'EE'
        | 'EG'
        | 'EH'
        | 'ER'
        | 'ES'
        | 'ET'
        | 'FI'
        | 'FJ'
        | 'FK'
        | 'FM'
        | 'FO'
        | 'FR'
        | 'GA'
        | 'GB'
        | 'GD'
        | 'GE'
        | 'GF'
        | 'GG'
        | 'GH'
        | 'GI'
        | 'GL'
        | 'GM'
        | 'GN'
        | 'GP'
        | 'GQ'
        | 'GR'
        | 'GS'
        | 'GT'
        | 'GU'
        | 'GW'
        | 'GY'
        | 'HK'
        | 'HM'
        | 'HN'
        | 'HR'
        | 'HT'
        | 'HU'
        | 'ID'
        | 'IE'
        | 'IL'
        | 'IM'
        | 'IN'
        | 'IO'
        | 'IQ'
        | 'IR'
        | 'IS'
        | 'IT'
        | 'JE'
        | 'JM'
        | 'JO'
        | 'JP'
        | 'KE'
        | 'KG'
        | 'KH'
        | 'KI'
        | 'KM'
        | 'KN'
        | 'KP'
        | 'KR'
        | 'KW'
        | 'KY'
        | 'KZ'
        | 'LA'
        | 'LB'
        | 'LC'
        | 'LI'
        | 'LK'
        | 'LR'
        | 'LS'
        | 'LT'
        | 'LU'
        | 'LV'
        | 'LY'
        | 'MA'
        | 'MC'
        | 'MD'
        | 'ME'
        | 'MF'
        | 'MG'
        | 'MH'
        | 'MK'
        | 'ML'
        | 'MM'
        | 'MN'
        | 'MO'
        | 'MP'
        | 'MQ'
        | 'MR'
        | 'MS'
        | 'MT'
        | 'MU'
        | 'MV'
        | 'MW'
        | 'MX'
        | 'MY'
        | 'MZ'
        | 'NA'
        | 'NC'
        | 'NE'
        | 'NF'
        | 'NG'
        | 'NI'
        | 'NL'
        | 'NO'
        | 'NP'
        | 'NR'
        | 'NU'
        | 'NZ'
        | 'OM'
        | 'PA'
        | 'PE'
        | 'PF'
        | 'PG'
        | 'PH'
        | 'PK'
        | 'PL'
        | 'PM'
        | 'PN'
        | 'PR'
        | 'PS'
        | 'PT'
        | 'PW'
        | 'PY'
        | 'QA'
        | 'RE'
        | 'RO'
        | 'RS'
        | 'RU'
        | 'RW'
        | 'SA'
        | 'SB'
        | 'SC'
        | 'SD'
        | 'SE'
        | 'SG'
        | 'SH'
        | 'SI'
        | 'SJ'
        | 'SK'
        | 'SL'
        | 'SM'
        | 'SN'
        | 'SO'
        | 'SR'
        | 'SS'
        | 'ST'
        | 'SV'
        | 'SX'
        | 'SY'
        | 'SZ'
        | 'TC'
        | 'TD'
        | 'TF'
        | 'TG'
        | 'TH'
        | 'TJ'
        | 'TK'
        | 'TL'
        | 'TM'
        | 'TN'
        | 'TO'
        | 'TR'
        | 'TT'
        | 'TV'
        | 'TW'
        | 'TZ'
        | 'UA'
        | 'UG'
        | 'UM'
        | 'US'
        | 'UY'
        | 'UZ'
        | 'VA'
        | 'VC'
        | 'VE'
        | 'VG'
        | 'VI'
        | 'VN'
        | 'VU'
        | 'WF'
        | 'WS'
        | 'YE'
        | 'YT'
        | 'ZA'
        | 'ZM'
        | 'ZW'
      >;
    };
    readonly sorts: 'id' | 'name' | 'country';
    readonly filters: {};
    readonly search: string;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly phones: {
    readonly attributes: {
      readonly number: string;
      readonly user_id: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly number: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly update: {
      readonly number: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly patch: {
      readonly number?: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly relations: {
      readonly user: One<'users'>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
    };
    readonly sorts: 'id';
    readonly filters: {};
    readonly search: never;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly posts: {
    readonly attributes: {
      readonly title: string;
      readonly description: string | null;
      readonly status: 'draft' | 'published' | 'archived';
      readonly published_at: string | null;
      readonly user_id: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly title: string;
      readonly description?: string | null;
      readonly status: 'draft' | 'published' | 'archived';
      /** May be refused: The published_at field must be a valid date. */
      readonly published_at?: string | Date | null;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly update: {
      readonly title: string;
      readonly description?: string | null;
      readonly status: 'draft' | 'published' | 'archived';
      /** May be refused: The published_at field must be a valid date. */
      readonly published_at?: string | Date | null;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly patch: {
      readonly title?: string;
      readonly description?: string | null;
      readonly status?: 'draft' | 'published' | 'archived';
      /** May be refused: The published_at field must be a valid date. */
      readonly published_at?: string | Date | null;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly relations: {
      readonly user: One<'users'>;
      readonly comments: Many<'comments'>;
      readonly tags: ManyToMany<
        'tags',
        {
          readonly position: number | null;
        },
        {
          readonly position?: number | null;
        }
      >;
      readonly image: One<'images'>;
      readonly logs: Many<'action_logs'>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
      readonly title: TextMatch;
      readonly status: TextMatch<'draft' | 'published' | 'archived'>;
      readonly published_at: OrderedMatch<string | Date>;
      readonly user_id: OrderedMatch<string | number>;
      readonly created_at: OrderedMatch<string | Date>;
    };
    readonly sorts:
      | 'id'
      | 'title'
      | 'status'
      | 'published_at'
      | 'created_at'
      | 'user.name'
      | 'user.preferences->theme';
    readonly filters: {
      readonly 'published-between': {
        /** May be refused: The from field must be a valid date. */
        readonly from: string | Date;
        /** May be refused: The to field must be a valid date. The to field must be a date after or equal to from. */
        readonly to: string | Date;
      };
    };
    readonly search: string;
    readonly collectionActions: {
      readonly 'publish-posts': {
        readonly body: {
          /** Up to 1000 keys of records, counting each once; or `all` records that match the query. */
          readonly repositories: readonly (string | number)[] | 'all';
        };
        readonly result: {
          readonly message: string;
          readonly published: number;
          readonly chunks: number;
        };
      };
      readonly 'purge-posts': {
        readonly body: {
          /** Up to 1000 keys of records, counting each once; or `all` records that match the query. */
          readonly repositories: readonly (string | number)[] | 'all';
        };
        readonly result: {
          readonly message: string;
          readonly deleted: number;
        };
      };
      readonly 'import-posts': {
        readonly body: {
          readonly count: number;
        };
        readonly result: {
          readonly message: string;
          readonly stored: number;
        };
      };
    };
    readonly recordActions: {
      readonly 'publish-post': {
        readonly body: {
          /** May be refused: The publish_at field must be a valid date. The publish_at field must be a date after now. */
          readonly publish_at?: string | Date | null;
          readonly note?: string | null;
          readonly notify?: boolean;
        };
        readonly result: {
          readonly message: string;
          readonly published_at: string;
        };
      };
      readonly 'import-posts': {
        readonly body: {
          readonly count: number;
        };
        readonly result: {
          readonly message: string;
          readonly stored: number;
        };
      };
    };
  };
  readonly videos: {
    readonly attributes: {
      readonly title: string;
      readonly url: string;
      readonly user_id: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly title: string;
      /** May be refused: The url field must be a valid URL. */
      readonly url: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly update: {
      readonly title: string;
      /** May be refused: The url field must be a valid URL. */
      readonly url: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly patch: {
      readonly title?: string;
      /** May be refused: The url field must be a valid URL. */
      readonly url?: string;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly user?: string | number;
    };
    readonly relations: {
      readonly user: One<'users'>;
      readonly comments: Many<'comments'>;
      readonly tags: ManyToMany<'tags', null, { readonly [name: string]: unknown }>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
      readonly title: TextMatch;
    };
    readonly sorts: 'id' | 'title';
    readonly filters: {};
    readonly search: string;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly comments: {
    readonly attributes: {
      readonly comment: string;
      readonly commentable_type: 'posts' | 'videos' | null;
      readonly commentable_id: string;
      readonly user_id: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly comment: string;
      readonly commentable_type: 'posts' | 'videos';
      readonly commentable_id: string | number;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly author?: string | number;
    };
    readonly update: {
      readonly comment: string;
      readonly commentable_type?: 'posts' | 'videos';
      readonly commentable_id?: string | number;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly author?: string | number;
    };
    readonly patch: {
      readonly comment?: string;
      readonly commentable_type?: 'posts' | 'videos';
      readonly commentable_id?: string | number;
      /** Ignored, unless the caller may write it. */
      readonly user_id?: string | number;
      /** Another name of `user_id`; if both are sent, they must agree. */
      readonly author?: string | number;
    };
    readonly relations: {
      readonly author: One<'users'>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
      readonly user_id: OrderedMatch<string | number>;
    };
    readonly sorts: 'id' | 'created_at';
    readonly filters: {};
    readonly search: string;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly roles: {
    readonly attributes: {
      readonly name: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      /** May be refused: The name has already been taken. */
      readonly name: string;
    };
    readonly update: {
      /** May be refused: The name has already been taken. */
      readonly name: string;
    };
    readonly patch: {
      /** May be refused: The name has already been taken. */
      readonly name?: string;
    };
    readonly relations: {
      readonly users: ManyToMany<'users', null, { readonly [name: string]: unknown }>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
      readonly name: TextMatch;
    };
    readonly sorts: 'id' | 'name';
    readonly filters: {};
    readonly search: string;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly tags: {
    readonly attributes: {
      readonly label: string;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly id: string;
      readonly label: string;
    };
    readonly update: {
      readonly label: string;
    };
    readonly patch: {
      readonly label?: string;
    };
    readonly relations: {
      readonly posts: ManyToMany<'posts', null, { readonly [name: string]: unknown }>;
      readonly videos: ManyToMany<'videos', null, { readonly [name: string]: unknown }>;
      readonly companies: ManyToMany<'companies', null, { readonly [name: string]: unknown }>;
    };
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: TextMatch;
      readonly label: TextMatch;
    };
    readonly sorts: 'id' | 'label';
    readonly filters: {};
    readonly search: string;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly images: {
    readonly attributes: {
      readonly path: string;
      readonly alt: string | null;
      readonly created_at: string | null;
      readonly updated_at: string | null;
    };
    readonly store: {
      readonly path: string;
      readonly alt?: string | null;
    };
    readonly update: {
      readonly path: string;
      readonly alt?: string | null;
    };
    readonly patch: {
      readonly path?: string;
      readonly alt?: string | null;
    };
    readonly relations: {};
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
    };
    readonly sorts: 'id';
    readonly filters: {};
    readonly search: never;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
  readonly action_logs: {
    readonly attributes: {
      readonly user_id: string | null;
      readonly name: string;
      readonly actionable_type: string | null;
      readonly actionable_id: string | null;
      readonly status: 'running' | 'finished' | 'failed';
      readonly original: unknown;
      readonly changes: unknown;
      readonly exception: string;
      readonly batch_id: string;
      readonly meta: unknown;
      readonly created_at: string | null;
    };
    readonly store: { readonly [name: string]: unknown };
    readonly update: { readonly [name: string]: unknown };
    readonly patch: { readonly [name: string]: unknown };
    readonly relations: {};
    readonly alwaysIncluded: never;
    readonly matches: {
      readonly id: OrderedMatch<string | number>;
    };
    readonly sorts: 'id';
    readonly filters: {};
    readonly search: never;
    readonly collectionActions: {};
    readonly recordActions: {};
  };
}

/** The client: `api.users`, and so on. */
export type Api = ResourceClients<Resources> &
  ProfileApi<Resources, 'users'> &
  SessionApi &
  UndoApi &
  RunsApi &
  UntypedApi;

const facts: ApiFacts = {
  prefix: '/api',
  resources: {
    users: { posts: 'posts', roles: 'roles', logs: 'action_logs' },
    companies: { users: 'users', tags: 'tags', partners: 'companies', logs: 'action_logs' },
    phones: {},
    posts: { comments: 'comments', tags: 'tags', logs: 'action_logs' },
    videos: { comments: 'comments', tags: 'tags' },
    comments: {},
    roles: { users: 'users' },
    tags: { posts: 'posts', videos: 'videos', companies: 'companies' },
    images: {},
    action_logs: {},
  },
  profile: 'users',
  terms: ['idempotencyKey', 'ifMatch', 'maxAffected', 'dryRun'],
};

/** Creates a client. `url` is the origin of the service; default: that of the page. */
export const createApi = (options: ApiOptions = {}): Api => createClient<Api>(facts, options);

/** Creates options for TanStack Query: `useQuery(queries.users.index())`. */
export const createQueries = (api: Api): ApiQueries<Resources, 'users'> =>
  queriesOf<Resources, 'users'>(api);
