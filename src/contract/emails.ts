/** The addresses of a comma-separated list, without blanks and repeats. */
export const emailsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((email) => email.trim())
      .filter(Boolean),
  ),
];
