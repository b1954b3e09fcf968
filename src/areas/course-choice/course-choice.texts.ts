export const inactiveText = (course_name: string): string => `${course_name} is inactive.`;
