// Runs the page's own check of a hand: a list of cases on standard input, their lines on output.
import process from "node:process";
import { checkHand, turned } from "../../src/houseway/service/page/js/table/promise.js";

let given = "";
for await (const part of process.stdin) given += part;
const answers = [];
for (const one of JSON.parse(given)) {
  if (one.turned) answers.push(await turned(...one.turned));
  else answers.push(await checkHand(one.proof, one.records, new Map(one.kept)));
}
process.stdout.write(JSON.stringify(answers));
