// The preparation that all kinds share which read sheets of workbooks: a file is drawn once for all of its checks.
export const drawnWorkbooks = async () => (await import('./prepare.ts')).drawWorkbooks;
