// The preparation shared by all kinds that read sheets of workbooks: each file is drawn once for all of its checks.
export const drawnWorkbooks = async () => (await import('./prepare.ts')).drawWorkbooks;
