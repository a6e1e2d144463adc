/**
 * For a check that looks at several fields: it also runs where single fields are wrong, so that one answer names
 * everything. Such a check may only ask which fields are there, or compare them with what it expects.
 */
export const BESIDE_OTHER_ISSUES = {
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};
