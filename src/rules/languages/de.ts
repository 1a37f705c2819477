import type { BuiltInTexts } from './en.js';

/** The messages of the framework's rules in German. */
export const de: BuiltInTexts = {
  // Presence
  required: 'Das Feld :attribute ist erforderlich.',
  required_if: 'Das Feld :attribute ist erforderlich, wenn :other :values ist.',
  required_unless: 'Das Feld :attribute ist erforderlich, außer wenn :other :values ist.',
  required_with: 'Das Feld :attribute ist erforderlich, wenn :values angegeben ist.',
  required_with_all: 'Das Feld :attribute ist erforderlich, wenn :values angegeben sind.',
  required_without: 'Das Feld :attribute ist erforderlich, wenn :values nicht angegeben ist.',
  required_without_all:
    'Das Feld :attribute ist erforderlich, wenn nichts von :values angegeben ist.',
  required_if_accepted: 'Das Feld :attribute ist erforderlich, wenn :other akzeptiert ist.',
  required_if_declined: 'Das Feld :attribute ist erforderlich, wenn :other abgelehnt ist.',
  present: 'Das Feld :attribute muss vorhanden sein.',
  present_if: 'Das Feld :attribute muss vorhanden sein, wenn :other :values ist.',
  present_unless: 'Das Feld :attribute muss vorhanden sein, außer wenn :other :values ist.',
  present_with: 'Das Feld :attribute muss vorhanden sein, wenn :values angegeben ist.',
  present_with_all: 'Das Feld :attribute muss vorhanden sein, wenn :values angegeben sind.',
  missing: 'Das Feld :attribute darf nicht vorhanden sein.',
  missing_if: 'Das Feld :attribute darf nicht vorhanden sein, wenn :other :values ist.',
  missing_unless: 'Das Feld :attribute darf nicht vorhanden sein, außer wenn :other :values ist.',
  missing_with: 'Das Feld :attribute darf nicht vorhanden sein, wenn :values angegeben ist.',
  missing_with_all: 'Das Feld :attribute darf nicht vorhanden sein, wenn :values angegeben sind.',
  prohibited: 'Das Feld :attribute ist unzulässig.',
  prohibited_if: 'Das Feld :attribute ist unzulässig, wenn :other :values ist.',
  prohibited_unless: 'Das Feld :attribute ist unzulässig, außer wenn :other :values ist.',
  prohibited_if_accepted: 'Das Feld :attribute ist unzulässig, wenn :other akzeptiert ist.',
  prohibited_if_declined: 'Das Feld :attribute ist unzulässig, wenn :other abgelehnt ist.',
  accepted: 'Das Feld :attribute muss akzeptiert werden.',
  accepted_if: 'Das Feld :attribute muss akzeptiert werden, wenn :other :values ist.',
  declined: 'Das Feld :attribute muss abgelehnt werden.',
  declined_if: 'Das Feld :attribute muss abgelehnt werden, wenn :other :values ist.',
  filled: 'Das Feld :attribute muss einen Wert haben.',
  prohibits: 'Das Feld :attribute lässt :values nicht zu.',

  // Types
  string: 'Das Feld :attribute muss ein Text sein.',
  integer: 'Das Feld :attribute muss eine ganze Zahl sein.',
  numeric: 'Das Feld :attribute muss eine Zahl sein.',
  boolean: 'Das Feld :attribute muss true oder false sein.',
  array: 'Das Feld :attribute muss eine Liste sein.',
  list: 'Das Feld :attribute muss eine Liste sein.',
  object: 'Das Feld :attribute muss ein Objekt sein.',
  json: 'Das Feld :attribute muss gültiges JSON sein.',

  // Strings
  email: 'Das Feld :attribute muss eine gültige E-Mail-Adresse sein.',
  url: 'Das Feld :attribute muss eine gültige URL sein.',
  uuid: 'Das Feld :attribute muss eine gültige UUID sein.',
  ulid: 'Das Feld :attribute muss eine gültige ULID sein.',
  ip: 'Das Feld :attribute muss eine gültige IP-Adresse sein.',
  ipv4: 'Das Feld :attribute muss eine gültige IPv4-Adresse sein.',
  ipv6: 'Das Feld :attribute muss eine gültige IPv6-Adresse sein.',
  mac_address: 'Das Feld :attribute muss eine gültige MAC-Adresse sein.',
  hex_color: 'Das Feld :attribute muss eine hexadezimale Farbe sein.',
  alpha: 'Das Feld :attribute darf nur Buchstaben enthalten.',
  alpha_num: 'Das Feld :attribute darf nur Buchstaben und Ziffern enthalten.',
  alpha_dash:
    'Das Feld :attribute darf nur Buchstaben, Ziffern, Binde- und Unterstriche enthalten.',
  ascii: 'Das Feld :attribute darf nur ASCII-Zeichen enthalten.',
  lowercase: 'Das Feld :attribute muss kleingeschrieben sein.',
  uppercase: 'Das Feld :attribute muss großgeschrieben sein.',
  timezone: 'Das Feld :attribute muss eine gültige Zeitzone sein.',
  country: 'Das Feld :attribute muss ein Ländercode sein.',
  starts_with: 'Das Feld :attribute muss hiermit beginnen: :values.',
  ends_with: 'Das Feld :attribute muss hiermit enden: :values.',
  doesnt_start_with: 'Das Feld :attribute darf nicht hiermit beginnen: :values.',
  doesnt_end_with: 'Das Feld :attribute darf nicht hiermit enden: :values.',

  // Patterns
  regex: 'Das Format des Feldes :attribute ist ungültig.',
  not_regex: 'Das Format des Feldes :attribute ist ungültig.',

  // Sizes
  min: {
    other: 'Das Feld :attribute muss mindestens :min sein.',
    string: 'Das Feld :attribute muss mindestens :min Zeichen haben.',
    array: 'Das Feld :attribute muss mindestens :min Einträge haben.',
    object: 'Das Feld :attribute muss mindestens :min Werte haben.',
    file: 'Das Feld :attribute muss mindestens :min Kilobytes haben.',
  },
  max: {
    other: 'Das Feld :attribute muss höchstens :max sein.',
    string: 'Das Feld :attribute muss höchstens :max Zeichen haben.',
    array: 'Das Feld :attribute muss höchstens :max Einträge haben.',
    object: 'Das Feld :attribute muss höchstens :max Werte haben.',
    file: 'Das Feld :attribute muss höchstens :max Kilobytes haben.',
  },
  size: {
    other: 'Das Feld :attribute muss genau :size sein.',
    string: 'Das Feld :attribute muss genau :size Zeichen haben.',
    array: 'Das Feld :attribute muss genau :size Einträge haben.',
    object: 'Das Feld :attribute muss genau :size Werte haben.',
    file: 'Das Feld :attribute muss genau :size Kilobytes haben.',
  },
  between: {
    other: 'Das Feld :attribute muss zwischen :min und :max sein.',
    string: 'Das Feld :attribute muss zwischen :min und :max Zeichen haben.',
    array: 'Das Feld :attribute muss zwischen :min und :max Einträge haben.',
    object: 'Das Feld :attribute muss zwischen :min und :max Werte haben.',
    file: 'Das Feld :attribute muss zwischen :min und :max Kilobytes haben.',
  },
  gt: {
    other: 'Das Feld :attribute muss mehr als :value sein.',
    string: 'Das Feld :attribute muss mehr als :value Zeichen haben.',
    array: 'Das Feld :attribute muss mehr als :value Einträge haben.',
    object: 'Das Feld :attribute muss mehr als :value Werte haben.',
    file: 'Das Feld :attribute muss mehr als :value Kilobytes haben.',
  },
  gte: {
    other: 'Das Feld :attribute muss mindestens :value sein.',
    string: 'Das Feld :attribute muss mindestens :value Zeichen haben.',
    array: 'Das Feld :attribute muss mindestens :value Einträge haben.',
    object: 'Das Feld :attribute muss mindestens :value Werte haben.',
    file: 'Das Feld :attribute muss mindestens :value Kilobytes haben.',
  },
  lt: {
    other: 'Das Feld :attribute muss weniger als :value sein.',
    string: 'Das Feld :attribute muss weniger als :value Zeichen haben.',
    array: 'Das Feld :attribute muss weniger als :value Einträge haben.',
    object: 'Das Feld :attribute muss weniger als :value Werte haben.',
    file: 'Das Feld :attribute muss weniger als :value Kilobytes haben.',
  },
  lte: {
    other: 'Das Feld :attribute muss höchstens :value sein.',
    string: 'Das Feld :attribute muss höchstens :value Zeichen haben.',
    array: 'Das Feld :attribute muss höchstens :value Einträge haben.',
    object: 'Das Feld :attribute muss höchstens :value Werte haben.',
    file: 'Das Feld :attribute muss höchstens :value Kilobytes haben.',
  },

  // Numbers
  digits: 'Das Feld :attribute muss :digits Ziffern haben.',
  min_digits: 'Das Feld :attribute muss mindestens :min Ziffern haben.',
  max_digits: 'Das Feld :attribute darf höchstens :max Ziffern haben.',
  digits_between: 'Das Feld :attribute muss zwischen :min und :max Ziffern haben.',
  decimal: 'Das Feld :attribute muss eine Zahl mit :decimal Nachkommastellen sein.',
  multiple_of: 'Das Feld :attribute muss ein Vielfaches von :value sein.',

  // Dates
  date: 'Das Feld :attribute muss ein gültiges Datum sein.',
  date_format: 'Das Feld :attribute muss dem Format :format entsprechen.',
  after: 'Das Feld :attribute muss ein Datum nach :date sein.',
  after_or_equal: 'Das Feld :attribute muss ein Datum nach oder gleich :date sein.',
  before: 'Das Feld :attribute muss ein Datum vor :date sein.',
  before_or_equal: 'Das Feld :attribute muss ein Datum vor oder gleich :date sein.',
  date_equals: 'Das Feld :attribute muss ein Datum gleich :date sein.',

  // Lists
  in: 'Der gewählte Wert für :attribute ist ungültig.',
  not_in: 'Der gewählte Wert für :attribute ist ungültig.',
  enum: 'Der gewählte Wert für :attribute ist ungültig.',
  in_array: 'Das Feld :attribute muss in :other vorkommen.',
  distinct: 'Das Feld :attribute enthält einen Wert doppelt.',
  contains: 'Das Feld :attribute muss enthalten: :values.',
  doesnt_contain: 'Das Feld :attribute darf nicht enthalten: :values.',
  required_array_keys: 'Das Feld :attribute muss Einträge enthalten für: :values.',

  // Other fields
  same: 'Das Feld :attribute muss mit :other übereinstimmen.',
  different: 'Das Feld :attribute und :other müssen verschieden sein.',
  confirmed: 'Die Bestätigung des Feldes :attribute stimmt nicht überein.',

  // Files
  file: 'Das Feld :attribute muss eine Datei sein.',
  image: 'Das Feld :attribute muss ein Bild sein.',
  mimes: 'Das Feld :attribute muss eine Datei dieses Typs sein: :values.',
  mimetypes: 'Das Feld :attribute muss eine Datei dieses Typs sein: :values.',
  dimensions: 'Das Bild im Feld :attribute hat unzulässige Maße.',

  // Database
  unique: 'Der Wert für :attribute ist bereits vergeben.',
  exists: 'Der gewählte Wert für :attribute ist ungültig.',
  current_password: 'Das Passwort ist falsch.',

  // Not rules
  unstorable:
    'Das Feld :attribute darf weder das Zeichen NUL noch ein halbes Surrogatpaar noch endlose Schachtelung enthalten.',
  too_many: 'Das Feld :attribute enthält mehr, als geprüft werden kann: höchstens :max Einträge.',
};
