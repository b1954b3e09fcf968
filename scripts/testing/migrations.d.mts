export function migrationsFingerprint(): string;
