export const noRateText = (course_name: string): string => `No rate of ${course_name} covers this round.`;
