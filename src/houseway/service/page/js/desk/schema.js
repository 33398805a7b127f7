// Where in a TOML text a key stands, and what the JSON Schema of filings would have there.

const HEADER = /^\s*\[\[?\s*([\w."-]+?)\s*\]?\]?\s*(#.*)?$/;

/** Every line with the path of what it holds, arrays by number: "spot.1.label". */
function paths(text) {
  const counts = new Map();
  let head = "";
  return text.split("\n").map((line) => {
    const header = HEADER.exec(line);
    if (header) {
      const named = header[1].replaceAll('"', "");
      // A table within the last of an array.
      const parts = named.split(".");
      const within = [];
      for (const part of parts.slice(0, -1)) {
        within.push(part);
        const count = counts.get(within.join("."));
        if (count !== undefined) within.push(count);
      }
      within.push(parts.at(-1));
      head = within.join(".");
      if (line.trim().startsWith("[[")) {
        counts.set(head, (counts.get(head) ?? -1) + 1);
        head = `${head}.${counts.get(head)}`;
      }
      return head;
    }
    const key = /^\s*([\w-]+)\s*=/.exec(line);
    return key ? (head ? `${head}.${key[1]}` : key[1]) : "";
  });
}

/** The line that a finding speaks of, from 1; the first where it names none. */
export function lineOf(text, finding) {
  const told = /at line (\d+)/.exec(finding.message);
  if (told) return Number(told[1]);
  const wanted = finding.where.replace(/^draft\.toml:? ?/, "").split(".");
  const lines = paths(text);
  for (let length = wanted.length; length > 0; length -= 1) {
    const at = lines.indexOf(wanted.slice(0, length).join("."));
    if (at >= 0) return at + 1;
  }
  return 1;
}

/** A schema and all it may be instead: references, alternatives, what lists hold. */
function all(root, node, depth = 0) {
  if (!node || depth > 8) return [];
  if (node.$ref) return all(root, root.$defs[node.$ref.split("/").at(-1)], depth + 1);
  const inner = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? []).map((one) => one.then ?? one), ...(node.items ? [node.items] : [])];
  return [node, ...inner.flatMap((one) => all(root, one, depth + 1))];
}

function rootOf(schema, text) {
  const family = /^family\s*=\s*"([^"]+)"/m.exec(text)?.[1];
  const chosen = (schema.allOf ?? []).find((one) => one.if?.properties?.family?.const === family);
  return [schema, ...all(schema, chosen?.then)];
}

const below = (schema, nodes, key) => nodes.flatMap((node) => all(schema, node.properties?.[key]));

/** What may be written at a place: keys, tables, or values. */
export function completions(schema, text, pos, explicit) {
  if (!schema) return null;
  const before = text.slice(0, pos);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const head = [...before.matchAll(/^\s*\[\[?\s*([\w.-]+)\s*\]/gm)].at(-1)?.[1] ?? "";
  const top = rootOf(schema, text);
  const at = (path) => path.split(".").filter(Boolean).reduce((nodes, key) => below(schema, nodes, key), top);
  const keys = (nodes) => [...new Map(nodes.flatMap((node) => Object.entries(node.properties ?? {}))).entries()];
  const told = (node) => all(schema, node).map((one) => one.description ?? "").find(Boolean) ?? "";
  const isTable = (node) => all(schema, node).some((one) => one.properties);
  const header = /^\s*\[\[?([\w.-]*)$/.exec(line);
  if (header) {
    const parent = header[1].split(".").slice(0, -1).join(".");
    const options = keys(at(parent)).filter(([, node]) => isTable(node)).map(([name, node]) => ({ label: parent ? `${parent}.${name}` : name, type: "class", info: told(node) }));
    return { from: pos - header[1].length, options };
  }
  const value = /^\s*([\w-]+)\s*=\s*(\[\s*(?:"[^"]*"\s*,\s*)*)?("?)([\w.-]*)$/.exec(line);
  if (value) {
    const nodes = below(schema, at(head), value[1]);
    const values = [...new Set(nodes.flatMap((node) => [...(node.enum ?? []), ...("const" in node ? [node.const] : []), ...(node.type === "boolean" ? [true, false] : [])]))];
    const quoted = value[3] === '"';
    const options = values.filter((one) => typeof one === "string" || !quoted).map((one) => ({ label: String(one), apply: typeof one === "string" && !quoted ? JSON.stringify(one) : String(one), type: "enum" }));
    return options.length ? { from: pos - value[4].length, options } : null;
  }
  const key = /^\s*([\w-]*)$/.exec(line);
  if (!key || (!key[1] && !explicit)) return null;
  const options = keys(at(head)).filter(([name]) => name !== "$schema").map(([name, node]) => ({ label: name, apply: `${name} = `, type: "property", info: told(node) }));
  return { from: pos - key[1].length, options };
}
