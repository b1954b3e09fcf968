// The component library's styles, per component; styles that only some screens use are imported by those screens.
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import './theme.css';
import './base.css';
import '../shell/shell.css';
import '../lists/lists.css';
import '../records/records.css';
