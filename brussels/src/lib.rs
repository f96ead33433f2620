//! Brussels Sprouts and stars with any number of arms: rules, theory, exact values, pictures.
