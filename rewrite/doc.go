// Package rewrite makes the relative links of HTML documents and messages absolute, and
// changes no other byte.
package rewrite
