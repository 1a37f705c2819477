/** The value of a JSON column that is JSON already, so that it is not parsed to be written again. */
export class JsonText {
  constructor(readonly text: string) {}
}
