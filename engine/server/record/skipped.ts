/** What a save rule says of a record that is not to be created (`tools.skip`); a step that says `orSkip` passes it over. */
export class Skipped extends TypeError {
  constructor() {
    super('a save rule passes over what whoever creates it has not said to skip')
  }
}
