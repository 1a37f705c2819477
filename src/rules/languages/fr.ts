import type { BuiltInTexts } from './en.js';

/** The messages of the framework's rules in French. */
export const fr: BuiltInTexts = {
  // Presence
  required: 'Le champ :attribute est obligatoire.',
  required_if: 'Le champ :attribute est obligatoire quand :other vaut :values.',
  required_unless: 'Le champ :attribute est obligatoire sauf si :other vaut :values.',
  required_with: 'Le champ :attribute est obligatoire quand :values est fourni.',
  required_with_all: 'Le champ :attribute est obligatoire quand :values sont fournis.',
  required_without: "Le champ :attribute est obligatoire quand :values n'est pas fourni.",
  required_without_all: "Le champ :attribute est obligatoire quand rien de :values n'est fourni.",
  required_if_accepted: 'Le champ :attribute est obligatoire quand :other est accepté.',
  required_if_declined: 'Le champ :attribute est obligatoire quand :other est refusé.',
  present: 'Le champ :attribute doit être présent.',
  present_if: 'Le champ :attribute doit être présent quand :other vaut :values.',
  present_unless: 'Le champ :attribute doit être présent sauf si :other vaut :values.',
  present_with: 'Le champ :attribute doit être présent quand :values est fourni.',
  present_with_all: 'Le champ :attribute doit être présent quand :values sont fournis.',
  missing: 'Le champ :attribute doit être absent.',
  missing_if: 'Le champ :attribute doit être absent quand :other vaut :values.',
  missing_unless: 'Le champ :attribute doit être absent sauf si :other vaut :values.',
  missing_with: 'Le champ :attribute doit être absent quand :values est fourni.',
  missing_with_all: 'Le champ :attribute doit être absent quand :values sont fournis.',
  prohibited: 'Le champ :attribute est interdit.',
  prohibited_if: 'Le champ :attribute est interdit quand :other vaut :values.',
  prohibited_unless: 'Le champ :attribute est interdit sauf si :other vaut :values.',
  prohibited_if_accepted: 'Le champ :attribute est interdit quand :other est accepté.',
  prohibited_if_declined: 'Le champ :attribute est interdit quand :other est refusé.',
  accepted: 'Le champ :attribute doit être accepté.',
  accepted_if: 'Le champ :attribute doit être accepté quand :other vaut :values.',
  declined: 'Le champ :attribute doit être refusé.',
  declined_if: 'Le champ :attribute doit être refusé quand :other vaut :values.',
  filled: 'Le champ :attribute doit avoir une valeur.',
  prohibits: 'Le champ :attribute interdit :values.',

  // Types
  string: 'Le champ :attribute doit être un texte.',
  integer: 'Le champ :attribute doit être un nombre entier.',
  numeric: 'Le champ :attribute doit être un nombre.',
  boolean: 'Le champ :attribute doit être true ou false.',
  array: 'Le champ :attribute doit être une liste.',
  list: 'Le champ :attribute doit être une liste.',
  object: 'Le champ :attribute doit être un objet.',
  json: 'Le champ :attribute doit être du JSON valide.',

  // Strings
  email: 'Le champ :attribute doit être une adresse e-mail valide.',
  url: 'Le champ :attribute doit être une URL valide.',
  uuid: 'Le champ :attribute doit être un UUID valide.',
  ulid: 'Le champ :attribute doit être un ULID valide.',
  ip: 'Le champ :attribute doit être une adresse IP valide.',
  ipv4: 'Le champ :attribute doit être une adresse IPv4 valide.',
  ipv6: 'Le champ :attribute doit être une adresse IPv6 valide.',
  mac_address: 'Le champ :attribute doit être une adresse MAC valide.',
  hex_color: 'Le champ :attribute doit être une couleur hexadécimale.',
  alpha: 'Le champ :attribute ne doit contenir que des lettres.',
  alpha_num: 'Le champ :attribute ne doit contenir que des lettres et des chiffres.',
  alpha_dash:
    'Le champ :attribute ne doit contenir que des lettres, des chiffres, des tirets et des traits de soulignement.',
  ascii: 'Le champ :attribute ne doit contenir que des caractères ASCII.',
  lowercase: 'Le champ :attribute doit être en minuscules.',
  uppercase: 'Le champ :attribute doit être en majuscules.',
  timezone: 'Le champ :attribute doit être un fuseau horaire valide.',
  country: 'Le champ :attribute doit être un code de pays.',
  starts_with: "Le champ :attribute doit commencer par l'une des valeurs : :values.",
  ends_with: "Le champ :attribute doit se terminer par l'une des valeurs : :values.",
  doesnt_start_with: "Le champ :attribute ne doit pas commencer par l'une des valeurs : :values.",
  doesnt_end_with: "Le champ :attribute ne doit pas se terminer par l'une des valeurs : :values.",

  // Patterns
  regex: 'Le format du champ :attribute est invalide.',
  not_regex: 'Le format du champ :attribute est invalide.',

  // Sizes
  min: {
    other: 'Le champ :attribute doit valoir au moins :min.',
    string: 'Le champ :attribute doit compter au moins :min caractères.',
    array: 'Le champ :attribute doit compter au moins :min éléments.',
    object: 'Le champ :attribute doit compter au moins :min membres.',
    file: 'Le champ :attribute doit compter au moins :min kilo-octets.',
  },
  max: {
    other: 'Le champ :attribute doit valoir au plus :max.',
    string: 'Le champ :attribute doit compter au plus :max caractères.',
    array: 'Le champ :attribute doit compter au plus :max éléments.',
    object: 'Le champ :attribute doit compter au plus :max membres.',
    file: 'Le champ :attribute doit compter au plus :max kilo-octets.',
  },
  size: {
    other: 'Le champ :attribute doit valoir exactement :size.',
    string: 'Le champ :attribute doit compter exactement :size caractères.',
    array: 'Le champ :attribute doit compter exactement :size éléments.',
    object: 'Le champ :attribute doit compter exactement :size membres.',
    file: 'Le champ :attribute doit compter exactement :size kilo-octets.',
  },
  between: {
    other: 'Le champ :attribute doit valoir entre :min et :max.',
    string: 'Le champ :attribute doit compter entre :min et :max caractères.',
    array: 'Le champ :attribute doit compter entre :min et :max éléments.',
    object: 'Le champ :attribute doit compter entre :min et :max membres.',
    file: 'Le champ :attribute doit compter entre :min et :max kilo-octets.',
  },
  gt: {
    other: 'Le champ :attribute doit valoir plus que :value.',
    string: 'Le champ :attribute doit compter plus que :value caractères.',
    array: 'Le champ :attribute doit compter plus que :value éléments.',
    object: 'Le champ :attribute doit compter plus que :value membres.',
    file: 'Le champ :attribute doit compter plus que :value kilo-octets.',
  },
  gte: {
    other: 'Le champ :attribute doit valoir au moins :value.',
    string: 'Le champ :attribute doit compter au moins :value caractères.',
    array: 'Le champ :attribute doit compter au moins :value éléments.',
    object: 'Le champ :attribute doit compter au moins :value membres.',
    file: 'Le champ :attribute doit compter au moins :value kilo-octets.',
  },
  lt: {
    other: 'Le champ :attribute doit valoir moins que :value.',
    string: 'Le champ :attribute doit compter moins que :value caractères.',
    array: 'Le champ :attribute doit compter moins que :value éléments.',
    object: 'Le champ :attribute doit compter moins que :value membres.',
    file: 'Le champ :attribute doit compter moins que :value kilo-octets.',
  },
  lte: {
    other: 'Le champ :attribute doit valoir au plus :value.',
    string: 'Le champ :attribute doit compter au plus :value caractères.',
    array: 'Le champ :attribute doit compter au plus :value éléments.',
    object: 'Le champ :attribute doit compter au plus :value membres.',
    file: 'Le champ :attribute doit compter au plus :value kilo-octets.',
  },

  // Numbers
  digits: 'Le champ :attribute doit avoir :digits chiffres.',
  min_digits: 'Le champ :attribute doit avoir au moins :min chiffres.',
  max_digits: 'Le champ :attribute ne doit pas avoir plus de :max chiffres.',
  digits_between: 'Le champ :attribute doit avoir entre :min et :max chiffres.',
  decimal: 'Le champ :attribute doit être un nombre à :decimal décimales.',
  multiple_of: 'Le champ :attribute doit être un multiple de :value.',

  // Dates
  date: 'Le champ :attribute doit être une date valide.',
  date_format: 'Le champ :attribute doit correspondre au format :format.',
  after: 'Le champ :attribute doit être une date après :date.',
  after_or_equal: 'Le champ :attribute doit être une date après ou égale à :date.',
  before: 'Le champ :attribute doit être une date avant :date.',
  before_or_equal: 'Le champ :attribute doit être une date avant ou égale à :date.',
  date_equals: 'Le champ :attribute doit être une date égale à :date.',

  // Lists
  in: 'La valeur choisie pour :attribute est invalide.',
  not_in: 'La valeur choisie pour :attribute est invalide.',
  enum: 'La valeur choisie pour :attribute est invalide.',
  in_array: 'Le champ :attribute doit exister dans :other.',
  distinct: 'Le champ :attribute contient une valeur en double.',
  contains: 'Le champ :attribute doit contenir : :values.',
  doesnt_contain: 'Le champ :attribute ne doit pas contenir : :values.',
  required_array_keys: 'Le champ :attribute doit contenir des entrées pour : :values.',

  // Other fields
  same: 'Le champ :attribute doit être identique à :other.',
  different: 'Le champ :attribute et :other doivent être différents.',
  confirmed: 'La confirmation du champ :attribute ne correspond pas.',

  // Files
  file: 'Le champ :attribute doit être un fichier.',
  image: 'Le champ :attribute doit être une image.',
  mimes: 'Le champ :attribute doit être un fichier de type : :values.',
  mimetypes: 'Le champ :attribute doit être un fichier de type : :values.',
  dimensions: "Les dimensions de l'image du champ :attribute ne conviennent pas.",

  // Database
  unique: 'La valeur du champ :attribute est déjà utilisée.',
  exists: 'La valeur choisie pour :attribute est invalide.',
  current_password: 'Le mot de passe est incorrect.',

  // Not rules
  unstorable:
    'Le champ :attribute ne doit contenir ni le caractère NUL, ni une moitié de paire de substitution, ni une imbrication sans fin.',
  too_many:
    'Le champ :attribute contient plus que ce qui peut être vérifié : au plus :max éléments.',
};
