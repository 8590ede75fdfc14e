/** The changes with what stood under “Unreleased” under a version and its day. */
export function headed(changes: string, version: string, day: string): string {
  if (!/^## Unreleased\n\n\S/m.test(changes)) throw new Error('nothing is under “## Unreleased”');
  if (changes.includes(`## ${version},`)) throw new Error(`${version} is in CHANGELOG.md already`);
  return changes.replace(/^## Unreleased$/m, `## ${version}, ${day}`);
}
