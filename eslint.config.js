// What ESLint looks for in the page: defects, not taste.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/", "**/page/vendor/", ".venv/", "build/"] },
  js.configs.recommended,
  {
    files: ["src/houseway/service/page/js/**/*.js"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      "eqeqeq": "error",
      "no-duplicate-imports": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-promise-executor-return": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "require-atomic-updates": ["error", { allowProperties: true }],
    },
  },
  // Runs before the modules do, so that nothing flashes.
  { files: ["**/page/js/theme.js"], languageOptions: { sourceType: "script" } },
];
