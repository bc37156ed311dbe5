// Failure reasons in words, from the registry of check kinds. Importing this does not import the evaluators.
export { failureWordsOf, presentFailure } from './failure-words.ts';
