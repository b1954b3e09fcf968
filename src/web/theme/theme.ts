import { createTheme, type MantineColorsTuple } from '@mantine/core';

// The theme's green shades from pale to deep; white text on index 8 has a contrast of more than 6:1.
const fairway: MantineColorsTuple = [
  '#eef7f2',
  '#e3f0e9',
  '#c6e0d2',
  '#9fcbb4',
  '#76b596',
  '#4fb286',
  '#35935f',
  '#277c53',
  '#1d6b47',
  '#144f34',
];

/** The component library's theme; its colors come from theme.css, so that both color schemes are listed once. */
export const componentTheme = createTheme({
  primaryColor: 'fairway',
  primaryShade: { light: 8, dark: 5 },
  // In the dark scheme a checkbox's tick is dark, because its green is lighter.
  autoContrast: true,
  colors: { fairway },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: 'var(--lift)', lg: 'var(--lift)', xl: 'var(--lift)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
});
