// Families of games and the kinds to choose from, as the service names them.

/** All kinds in the order of the lobby, each with its family. */
export function kindsOf(families) {
  const all = families.flatMap(({ family, kinds }) => kinds.map((kind) => ({ ...kind, family, whole: kinds.length === 1 })));
  return all.sort((one, other) => one.place - other.place);
}

/** How people call a family. */
export function familyName(families, family) {
  return families.find((one) => one.family === family)?.label ?? family.replaceAll("-", " ");
}
